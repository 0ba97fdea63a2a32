(define (problem washing-day)
  (:domain laundry)
  (:objects blue white - shirt rope - line)
  (:htn
    :parameters ()
    :subtasks (and (one (clean blue)) (two (clean white)))
    :ordering (< one two))
  (:init (dirty blue) (dirty white)))
