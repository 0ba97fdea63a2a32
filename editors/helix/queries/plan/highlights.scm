; Plans of steps in parentheses, on the tree that the grammar of Scheme makes of them.

(comment) @comment
(program (list "(" . (symbol) @function))
(program (list "(" (symbol) (symbol) @variable))
((symbol) @constant.numeric
  (#match? @constant.numeric "^[0-9.]+:$"))
(number) @constant.numeric

["(" ")" "[" "]"] @punctuation.bracket
