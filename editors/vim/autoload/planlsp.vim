" Where the server is, and which folder it may look through.

let s:markers = ['planlsp.toml', '.git', '.hg', '.jj']
let s:furthest = 3
let s:planning = '\c\.\%(pddl\|hddl\|ppddl\|plan\|soln\|solution\)$\|^sas_plan'

" What starts the server; `g:planlsp_command` where it is not on the PATH.
function! planlsp#command() abort
  return get(g:, 'planlsp_command', 'planlsp')
endfunction

" The folder that a buffer belongs to: that of planlsp.toml, else of version control, else the highest
" of the file's own and the three above it that has planning files. A line in a file may name no
" reference outside of it.
function! planlsp#root(buffer) abort
  let l:folder = fnamemodify(bufname(a:buffer), ':p:h')
  for l:marker in s:markers
    " `.git` is a file in a work tree.
    for l:found in [findfile(l:marker, l:folder . ';'), finddir(l:marker, l:folder . ';')]
      if !empty(l:found)
        return fnamemodify(l:found, ':p:s?[/\\]$??:h')
      endif
    endfor
  endfor
  let l:root = l:folder
  for l:step in range(s:furthest + 1)
    if s:is_too_wide(l:folder)
      break
    endif
    if s:has_planning_files(l:folder)
      let l:root = l:folder
    endif
    let l:folder = fnamemodify(l:folder, ':h')
  endfor
  return l:root
endfunction

function! s:has_planning_files(folder) abort
  return !empty(readdir(a:folder, {name -> name =~# s:planning ? 1 : 0}))
endfunction

" A folder that holds everything: a file there does not make it a project.
function! s:is_too_wide(folder) abort
  let l:home = fnamemodify('~', ':p')
  return fnamemodify(a:folder, ':h') ==# a:folder
        \ || stridx(l:home, a:folder . '/') == 0
        \ || a:folder ==# fnamemodify(empty($TMPDIR) ? '/tmp' : $TMPDIR, ':p:s?/$??')
endfunction

" Says what is wrong, as Vim says it.
function! planlsp#complain(message) abort
  echohl ErrorMsg
  echomsg 'planlsp: ' . a:message
  echohl None
endfunction
