"""What every review can be asked, whatever it compares."""

from __future__ import annotations

from plancore.report.domain.review import DomainReview
from plancore.report.plan.review import PlanReview
from plancore.report.problem.review import ProblemReview
from plancore.report.threeway.review import ThreeWayReview

Review = DomainReview | ProblemReview | PlanReview | ThreeWayReview
