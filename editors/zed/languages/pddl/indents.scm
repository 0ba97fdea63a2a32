(list ")" @end) @indent
