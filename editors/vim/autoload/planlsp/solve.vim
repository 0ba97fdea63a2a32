" A plan for the problem of this buffer, in a buffer of its own, and executed.

" The planner that was chosen, until Vim ends; empty for that of the settings.
let s:chosen = ''

" Solves this problem by a planner, without one by the one chosen before; or stops all planners.
function! planlsp#solve#solve(planner, stops) abort
  if a:stops
    call planlsp#client#execute('planlsp.stopSolving', [], {_ -> 0})
    return
  endif
  let l:planner = empty(a:planner) ? s:chosen : a:planner
  echo 'planlsp: solving ' . expand('%:t') . ', :PlanSolve! stops'
  let l:asked = [s:here(), empty(l:planner) ? v:null : l:planner]
  call planlsp#client#execute('planlsp.solve', l:asked, function('s:solved'))
endfunction

" Has a planner chosen, which is used from now on, and solves this problem with it.
function! planlsp#solve#with() abort
  let l:buffer = bufnr('%')
  call planlsp#client#execute('planlsp.planners', [s:here()], {planners -> s:choose(l:buffer, planners)})
endfunction

function! s:choose(buffer, planners) abort
  call popup_menu(map(copy(a:planners), {_, planner -> s:written(planner)}), {
        \ 'title': ' Solve ' . fnamemodify(bufname(a:buffer), ':t') . ' with ',
        \ 'wrap': 1,
        \ 'callback': {_, number -> s:chosen(a:buffer, get(a:planners, number - 1, {}), number)},
        \})
endfunction

" `✓ kairos (1.0): the first plan; …`, with a tick at the one that is used.
function! s:written(planner) abort
  let l:is_used = empty(s:chosen) ? a:planner.isSetting : a:planner.name ==# s:chosen
  let l:version = a:planner.version is v:null ? 'not installed' : a:planner.version
  let l:noted = empty(l:version) ? '' : ' (' . l:version . ')'
  return (l:is_used ? '✓ ' : '  ') . a:planner.name . l:noted . ': ' . a:planner.supports
endfunction

function! s:chosen(buffer, planner, number) abort
  if a:number <= 0 || bufnr('%') != a:buffer
    return
  elseif a:planner.version is v:null
    let l:said = a:planner.name . ' is not installed; to install it for the server: '
    call planlsp#complain(l:said . a:planner.install)
    return
  endif
  let s:chosen = a:planner.isSetting ? '' : a:planner.name
  call planlsp#solve#solve('', 0)
endfunction

function! s:solved(answer) abort
  if a:answer.plan is v:null
    call planlsp#complain(a:answer.message)
    return
  endif
  let l:path = a:answer.uri is v:null ? '' : s:replaceable(planlsp#client#path(a:answer.uri))
  let l:is_open = !empty(l:path) && bufexists(l:path)
  if l:is_open
    execute 'belowright sbuffer' bufadd(l:path)
    silent %delete _
  else
    belowright new
  endif
  call setline(1, split(a:answer.plan, "\n"))
  " Named once the text is there: a client would open what it has a name for.
  if !empty(l:path) && !l:is_open
    execute 'silent file' fnameescape(l:path)
  endif
  setfiletype plan
  if a:answer.isSaved
    silent write!
  endif
  echo 'planlsp: ' . a:answer.message
  call planlsp#report#validate()
endfunction

" The path, or a free one if the buffer of that name has unsaved changes or cannot be changed.
function! s:replaceable(path) abort
  if !bufexists(a:path)
    return a:path
  endif
  let l:buffer = bufadd(a:path)
  if !bufloaded(l:buffer)
    execute 'bwipeout' l:buffer
    return a:path
  elseif !getbufvar(l:buffer, '&modified') && !getbufvar(l:buffer, '&readonly') && getbufvar(l:buffer, '&modifiable')
    return a:path
  endif
  let [l:path, l:number] = [a:path, 2]
  while !empty(getftype(l:path)) || bufexists(l:path)
    let l:path = fnamemodify(a:path, ':r') . '-' . l:number . '.plan'
    let l:number += 1
  endwhile
  return l:path
endfunction

function! s:here() abort
  return planlsp#client#uri(expand('%:p'))
endfunction
