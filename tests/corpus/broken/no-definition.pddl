Dear planner, please find me a plan.
;< no-definition
