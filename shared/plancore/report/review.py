"""What every review can be asked, whatever it compares."""

from __future__ import annotations

from plancore.report.domain_review import DomainReview
from plancore.report.plan_review import PlanReview
from plancore.report.problem_review import ProblemReview

Review = DomainReview | ProblemReview | PlanReview
