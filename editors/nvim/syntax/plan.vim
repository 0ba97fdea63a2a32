" Vim syntax file
" Language: plans, in every notation that the server reads: IPC and VAL, Fast Downward, FF, timed,
" unified-planning, PDDL4J, JSON, comma and brace lists, answers in prose.
"
" It colours without the server; with it, semantic tokens say what each name is.

if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim

syntax case ignore
syntax iskeyword @,48-57,_,-,192-255
syntax sync minlines=1

" `(pick-up ann depot)`: the first word is the action, the others are objects.
syntax region planStep matchgroup=planBracket start="(" end=")\|$" oneline keepend
      \ contains=planAction,planObject,planComment
syntax match planAction contained "(\@1<=\s*[^[:space:](){}\[\],;:\"'`]\+"
syntax match planObject contained "\%((\s*\)\@8<![^[:space:](){}\[\],;:\"'`]\+"

" `pick-up(ann, depot)`, alone on its line, in braces or between commas.
syntax match planCall "[^[:space:](){}\[\],;:\"'`]\+\ze(" nextgroup=planArguments
syntax region planArguments contained matchgroup=planBracket start="(" end=")\|$" oneline keepend
      \ contains=planArgument
syntax match planArgument contained "[^[:space:](){}\[\],;:\"'`]\+"

" `step 0: PICK-UP ANN DEPOT`, `1: PICK-UP ANN DEPOT`, `pick-up ann depot (1)`.
syntax match planLabel "^\s*\%(step\|action\)\s*#\=\d\+\s*[:.)]\+\s*" nextgroup=planBare contains=planIndex
syntax match planLabel "\C^\%(Sequential\|TimeTriggered\|PartialOrder\|Contingent\)Plan:\s*$"
syntax match planLabel "^\s*\[/\=PLAN\%( END\)\=\]\s*$"
syntax match planLabel "^\s*```\w*\s*$"
syntax match planIndex "\d\+" contained
syntax match planTime "^\s*[+-]\=\%(\d\+\.\=\d*\|\.\d\+\)\%(e[-+]\=\d\+\)\=\ze\s*:" nextgroup=planColon skipwhite
syntax match planColon contained ":\s*" nextgroup=planBare
syntax match planBare contained "[^[:space:](){}\[\],;:\"'`]\+\ze\%(\s\|$\)" nextgroup=planWord skipwhite
syntax match planBare "^\s*[^[:space:](){}\[\],;:\"'`]\+\ze\%(\s\+[^[:space:](){}\[\],;:\"'`]\+\)*\s\+(\d\+)\s*$"
      \ nextgroup=planWord skipwhite
syntax match planWord contained "[^[:space:](){}\[\],;:\"'`]\+" nextgroup=planWord,planCost skipwhite
syntax match planCost "(\d\+)\ze\s*$"

" `boil, pour, stir` and `{boil, pour}, stir`: words with nothing but commas and braces between them, so
" that a sentence is left alone.
let s:word = '[^[:space:](){}\[\],;:"' . "'" . '`]\+'
let s:time = '\%(\d\+\%(\.\d\+\)\=\s*:\s*\)\='
let s:more = '\s*\%(' . s:word . '\|([^)]*)\|[{},]\s*\|\d\s*:\s*\)*\s*$'
execute 'syntax match planName "\%(^\s*{\=\s*' . s:time . '\)\@<=' . escape(s:word, '"') .
      \ '\ze\s*[,}]' . escape(s:more, '"') . '"'
execute 'syntax match planName "\%([,{]\s*' . s:time . '\)\@<=' . escape(s:word, '"') .
      \ '\ze\s*\%($\|[,}]' . escape(s:more, '"') . '\)"'
unlet s:word s:time s:more

syntax match planDuration "\[\s*\%(D:\)\=\s*\%(\d\+\.\=\d*\|\.\d\+\)[^]]*\]"

" JSON: objects with a name and arguments, lists of words, or steps as text.
syntax match planKey "\"[^\"\\]*\"\ze\s*:"
syntax match planString "\"[^\"\\]*\"\%(\s*:\)\@!" contains=planStep,planTextAction
syntax match planTextAction contained "\"\@1<=[^[:space:](){}\[\],;:\"'`]\+"

syntax match planComment ";.*$" contains=planDirective,planStated,planIgnore,planTodo,@Spell
syntax match planDirective contained "\C\%(^\s*;\+\s*!\)\@<=\%(domain\|problem\|reference\|mapping\):"
      \ nextgroup=planPath skipwhite
syntax match planPath contained "\S.\{-}\ze\s*$"
syntax match planStated contained "\<\%(cost\|makespan\|metric\)\>\s*[=:]\=\s*[-+]\=\d[0-9.e+-]*"
syntax match planIgnore contained "planlsp:\s*ignore\%(-file\)\=\%(\[[^]]*\]\)\="
syntax keyword planTodo contained TODO FIXME XXX NOTE

highlight default link planComment Comment
highlight default link planDirective SpecialComment
highlight default link planPath String
highlight default link planStated SpecialComment
highlight default link planIgnore SpecialComment
highlight default link planTodo Todo
highlight default link planLabel Keyword
highlight default link planIndex Number
highlight default link planAction Function
highlight default link planCall Function
highlight default link planBare Function
highlight default link planName Function
highlight default link planTextAction Function
highlight default link planObject Constant
highlight default link planArgument Constant
highlight default link planWord Constant
highlight default link planTime Number
highlight default link planCost Number
highlight default link planDuration Number
highlight default link planKey Label
highlight default link planString String

let b:current_syntax = 'plan'
let &cpo = s:cpo
unlet s:cpo
