" A line stands one step to the right of the line on which the list around it was opened.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal nolisp autoindent
setlocal indentexpr=PddlIndent(v:lnum)
setlocal indentkeys=!^F,o,O,0)

let b:undo_indent = 'setlocal lisp< autoindent< indentexpr< indentkeys<'

if exists('*PddlIndent')
  finish
endif

" How far up the opening parenthesis is looked for: `:init` can have 100,000 lines, and in each of
" them it is the line before that tells.
let s:furthest = 500
" Milliseconds that may take, as a single line may hold all of a file.
let s:longest = 500

function! PddlIndent(line) abort
  let l:before = prevnonblank(a:line - 1)
  if l:before == 0
    return 0
  endif
  let l:at = getcurpos()
  call cursor(a:line, 1)
  let l:top = max([1, a:line - s:furthest])
  let l:began = reltime()
  let l:around = searchpair('(', '', ')', 'bnW', 's:IsComment()', l:top, s:longest)
  let l:is_cut_short = reltimefloat(reltime(l:began)) * 1000 >= s:longest
  call setpos('.', l:at)
  if l:around <= 0
    " Outside of all lists, or so far within one that the lines above know better.
    return l:top > 1 || l:is_cut_short ? indent(l:before) : 0
  endif
  let l:closes = getline(a:line) =~# '^\s*)'
  return indent(l:around) + (l:closes ? 0 : shiftwidth())
endfunction

function! s:IsComment() abort
  return strpart(getline('.'), 0, col('.')) =~# ';'
endfunction
