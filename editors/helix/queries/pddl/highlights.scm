; PDDL in all its dialects, on the tree that the grammar of Scheme makes of it. No two patterns
; colour the same word differently, so it does not matter whether the first or the last one counts.

(comment) @comment

; Sections, and slots behind them.
(list . (symbol) @keyword
  (#match? @keyword "^:"))
(list (symbol) @keyword
  (#match? @keyword "(?i)^:(agent|causal-links|causallinks|condition|context|decomposition|domain|duration|effects?|expansion|implies|methods|observe|order|ordered-subtasks|ordered-tasks|ordering|parameters|preconditions?|subtasks|tasks?|vars)$"))
(list . (symbol) @_section (symbol) @keyword
  (#match? @_section "(?i)^:method$")
  (#match? @keyword "(?i)^:constraints$"))
(list . (symbol) @_section (symbol) @constant
  (#match? @_section "(?i)^:requirements$")
  (#match? @constant "^:"))

; What is named.
(list . (symbol) @_section . (symbol) @function
  (#match? @_section "(?i)^(:action|:durative-action|:process|:event|:task|:method)$")
  (#match? @function "^[^:?]"))
(program (list (list . (symbol) @_definition . (symbol) @namespace)
  (#match? @_definition "(?i)^(domain|problem|:domain)$")))

; Operators: words, then signs.
(list . (symbol) @keyword
  (#match? @keyword "(?i)^(define|domain|problem|and|or|not|imply|forall|exists|when|either|oneof|unknown|probabilistic|assign|increase|decrease|scale-up|scale-down|change|preference|is-violated|always|sometime|within|at-most-once|sometime-after|sometime-before|always-within|hold-during|hold-after|minimize|maximize)$"))
(list . (symbol) @keyword . (symbol) @keyword
  (#match? @keyword "(?i)^(at|start|end)$"))
(list . (symbol) @keyword . (symbol) @keyword
  (#match? @keyword "(?i)^(over|all)$"))
(list . (symbol) @keyword . (number)
  (#match? @keyword "(?i)^at$"))
(list . (symbol) @_section . (symbol) @keyword
  (#match? @_section "(?i)^:metric$")
  (#match? @keyword "(?i)^(minimize|maximize)$"))
((symbol) @operator
  (#match? @operator "^([<>]=?|[-+*/=])$"))

; Types, behind `- ` and in `(either …)`.
(list (symbol) @_sign . (symbol) @type
  (#match? @_sign "^-$")
  (#match? @type "^[^:?]"))
(list . (symbol) @_either (symbol) @type
  (#match? @_either "(?i)^either$"))

; Variables, numbers, and what PDDL itself declares.
((symbol) @variable.parameter
  (#match? @variable.parameter "^[?]")
  (#not-match? @variable.parameter "(?i)^[?]duration$"))
((symbol) @variable.builtin
  (#match? @variable.builtin "(?i)^([?]duration|total-time|total-cost|reward)$"))
(boolean) @variable.builtin
(number) @constant.numeric

["(" ")"] @punctuation.bracket
