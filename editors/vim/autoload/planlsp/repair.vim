" The minimum repairs of a domain, or of the domain of a plan: read their edits, choose one, have it
" made.

" The plans of a file that has just been opened are still being executed: so often it is asked again.
let s:tries = 20
let s:pause = 500 " milliseconds

function! planlsp#repair#offer() abort
  call s:ask(bufnr('%'), s:tries)
endfunction

function! s:ask(buffer, tries) abort
  if bufnr('%') != a:buffer
    return
  endif
  let l:uri = planlsp#client#uri(expand('%:p'))
  call planlsp#client#execute('planlsp.repairs', [l:uri], {answer -> s:answered(a:buffer, a:tries, answer)})
endfunction

function! s:answered(buffer, tries, answer) abort
  if !a:answer.isFinal && a:tries > 1
    call timer_start(s:pause, {_ -> s:ask(a:buffer, a:tries - 1)})
  elseif empty(a:answer.repairs)
    echo 'planlsp: no repair: ' . a:answer.reason
  else
    call s:choose(a:answer.repairs)
  endif
endfunction

function! s:choose(repairs) abort
  let l:lines = map(copy(a:repairs), {_, repair -> join(repair.edits, '; ') . ': ' . repair.title})
  call popup_menu(l:lines, {
        \ 'title': ' Repair the domain ',
        \ 'wrap': 1,
        \ 'callback': {_, number -> s:make(get(a:repairs, number - 1, {}), number)},
        \})
endfunction

function! s:make(repair, number) abort
  if a:number > 0
    call planlsp#client#apply(a:repair.edit)
    echo 'planlsp: repaired, not saved yet'
  endif
endfunction
