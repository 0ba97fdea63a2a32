" PDDL without the server. With it, semantic tokens say what each name is.

if exists("b:current_syntax")
  finish
endif

syntax case ignore
syntax iskeyword @,48-57,_,-,192-255

syntax match pddlComment ";.*$" contains=pddlDirective,@Spell
syntax match pddlDirective "!\%(domain\|problem\|reference\|mapping\):.*$" contained

syntax match pddlKeyword "(\s*\zs\%(define\|domain\|problem\)\ze[[:space:])]"
syntax match pddlKeyword ":[a-z][a-z0-9-]*"

syntax keyword pddlOperator and or not imply forall exists when either preference is-violated
syntax keyword pddlOperator always sometime within at-most-once sometime-after sometime-before
syntax keyword pddlOperator always-within hold-during hold-after oneof unknown probabilistic
syntax keyword pddlOperator assign increase decrease scale-up scale-down minimize maximize
syntax match pddlOperator "(\s*\zs\%(at\s\+\%(start\|end\)\|over\s\+all\)\ze[[:space:])]"
syntax match pddlOperator "(\s*\zs\%(<=\|>=\|[-+*/=<>]\)\ze[[:space:]()]"

syntax match pddlType "\%(^\|\s\)-\s\+\zs[^[:space:]()?;\"]\+"
syntax match pddlVariable "?[^[:space:]()?;\"]\+"
syntax match pddlNumber "\%(^\|[[:space:](]\)\@1<=[-+]\=\d\+\%(\.\d\+\)\=\ze\%([[:space:])]\|$\)"

highlight default link pddlComment Comment
highlight default link pddlDirective SpecialComment
highlight default link pddlKeyword Keyword
highlight default link pddlOperator Operator
highlight default link pddlType Type
highlight default link pddlVariable Identifier
highlight default link pddlNumber Number

let b:current_syntax = "pddl"
