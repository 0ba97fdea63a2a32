" What the scripts share: waiting, and a report. Jobs run only while Vim sleeps.

function! WaitFor(what, Condition) abort
  for l:try in range(1200)
    let l:seen = a:Condition()
    if !empty(l:seen)
      return l:seen
    endif
    sleep 50m
  endfor
  throw 'waited in vain for ' . a:what . ': ' . string(Findings())
endfunction

let s:severities = {'E': 'error', 'W': 'warning', 'I': 'information'}

function! Findings() abort
  let l:found = get(get(g:ale_buffer_info, bufnr(''), {}), 'loclist', [])
  return map(copy(l:found), {_, item -> {
        \ 'code': get(item, 'code', ''),
        \ 'severity': s:severities[item.type],
        \ 'message': substitute(item.text, '^\S*: ', '', ''),
        \ 'line': item.lnum - 1,
        \}})
endfunction

function! HasDifferences() abort
  return !empty(filter(Findings(), {_, found -> found.code ==# 'missing-precondition'}))
endfunction

" Runs a function, writes what it returns to $REVIEW_REPORT, and quits; with 1 where it failed.
function! Report(Look) abort
  try
    call writefile([json_encode(a:Look())], $REVIEW_REPORT)
    qall!
  catch
    call writefile([v:throwpoint, v:exception, execute('messages')], $REVIEW_REPORT . '.failed')
    cquit!
  endtry
endfunction
