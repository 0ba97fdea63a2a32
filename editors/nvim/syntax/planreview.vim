" Vim syntax file
" Language: reviews of planlsp, as :PlanReview shows them.

if exists('b:current_syntax')
  finish
endif

syntax case match
syntax match planreviewTitle "\%1l.*"
syntax match planreviewHeading "^[A-Z][^:]*$"
syntax match planreviewExtra "^\s*\%(\w\+\s\+\)*+ .*" contains=planreviewPlace,planreviewWord
syntax match planreviewMissing "^\s*\%(\w\+\s\+\)*- .*" contains=planreviewPlace,planreviewWord
syntax match planreviewChanged "^\s*\%(\w\+\s\+\)*\~ .*" contains=planreviewPlace,planreviewWord
syntax match planreviewFails "^\s*\%(\d\+\s\+\)*✗ .*" contains=planreviewPlace
syntax match planreviewFails "✗ ([^)]*)"
syntax match planreviewHolds "✓ ([^)]*)"
syntax match planreviewPlace "\%(reference \)\=\<\d\+:\d\+\>\|\<\%(learned\|reference\):\d\+\>"
syntax match planreviewWord contained "\<\%(extra\|missing\|changed\)\%( (F[PN])\)\="

highlight default link planreviewTitle Title
highlight default link planreviewHeading Title
highlight default link planreviewExtra DiffAdd
highlight default link planreviewMissing DiffDelete
highlight default link planreviewChanged Identifier
highlight default link planreviewFails ErrorMsg
highlight default link planreviewHolds String
highlight default link planreviewPlace Underlined
highlight default link planreviewWord Comment

let b:current_syntax = 'planreview'
