" Plans without the server. With it, semantic tokens say what each name is.

if exists("b:current_syntax")
  finish
endif

syntax match planComment ";.*$" contains=planDirective,@Spell
syntax match planDirective "!\%(domain\|problem\|reference\|mapping\):.*$" contained
syntax match planAction "(\s*\zs[^[:space:]();]\+"
syntax match planNumber "^\s*\zs\d\+\%(\.\d\+\)\=\ze\s*:"
syntax match planNumber "\[\s*\zs\d\+\%(\.\d\+\)\=\ze\s*\]"

highlight default link planComment Comment
highlight default link planDirective SpecialComment
highlight default link planAction Function
highlight default link planNumber Number

let b:current_syntax = "plan"
