" Plans: comments and words.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=;\ %s
setlocal comments=:;;;,:;;,:;
setlocal formatoptions-=t formatoptions+=croql
setlocal iskeyword=@,48-57,_,-,192-255
setlocal matchpairs=(:),[:],{:}

let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< iskeyword< matchpairs<'
