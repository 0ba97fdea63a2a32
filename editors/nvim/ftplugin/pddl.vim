" Domains and problems: comments, words and indents.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=;\ %s
setlocal comments=:;;;,:;;,:;
setlocal formatoptions-=t formatoptions+=croql
" `*` and CTRL-N take `?from`, `:effect` and `pick-up` as one word each.
setlocal iskeyword=@,48-57,_,-,?,:,192-255
setlocal matchpairs=(:)
setlocal suffixesadd=.pddl

let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< iskeyword< matchpairs<'
      \ . ' suffixesadd<'

" As the server's formatter writes; `let g:pddl_recommended_style = 0` keeps your own.
if get(g:, 'pddl_recommended_style', 1)
  setlocal expandtab shiftwidth=2 softtabstop=2
  let b:undo_ftplugin .= ' expandtab< shiftwidth< softtabstop<'
endif
