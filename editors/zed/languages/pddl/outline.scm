(list . (symbol) @context . (symbol) @name
  (#match? @context "(?i)^(:action|:durative-action|:process|:event|:task|:method)$")) @item
