" What the :Plan… commands do.

" Shows this file beside another one; an empty name stands for its reference.
function! planlsp#report#compare(other) abort
  let l:other = empty(a:other) ? v:null : planlsp#client#uri(expand(a:other))
  call planlsp#client#execute('planlsp.compareFiles', [s:here(), l:other, 'text'], function('s:show'))
endfunction

" Executes this plan.
function! planlsp#report#validate() abort
  call planlsp#client#execute('planlsp.validatePlan', [s:here(), 'text'], function('s:show'))
endfunction

" Shows the model of this domain or problem.
function! planlsp#report#model() abort
  call planlsp#client#execute('planlsp.showModel', [s:here(), 'text'], function('s:show'))
endfunction

" Compares this file with another one as it is edited; an empty name takes that back.
function! planlsp#report#set_reference(reference) abort
  let l:reference = empty(a:reference) ? v:null : planlsp#client#uri(expand(a:reference))
  call planlsp#client#execute('planlsp.setReference', [s:here(), l:reference], {_ -> 0})
endfunction

" Shows this file, as saved, and another one in plandiff; an empty name stands for the reference.
function! planlsp#report#viewer(other) abort
  if !empty(a:other)
    call s:view(expand('%:p'), fnamemodify(expand(a:other), ':p'))
    return
  endif
  let l:here = expand('%:p')
  call planlsp#client#execute('planlsp.referenceOf', [s:here()], {uri -> s:view_reference(l:here, uri)})
endfunction

function! s:here() abort
  return planlsp#client#uri(expand('%:p'))
endfunction

function! s:view_reference(here, uri) abort
  if a:uri is v:null
    call planlsp#complain('no reference for this file; use :PlanViewer FILE or :PlanSetReference FILE')
    return
  endif
  call s:view(a:here, planlsp#client#path(a:uri))
endfunction

function! s:view(here, other) abort
  let l:viewer = get(g:, 'planlsp_viewer', 'plandiff')
  if !executable(l:viewer)
    call planlsp#complain('cannot find `' . l:viewer . '`; set g:planlsp_viewer')
    return
  endif
  call term_start([l:viewer, a:here, a:other], {'term_name': 'plandiff', 'term_finish': 'close'})
endfunction

function! s:show(report) abort
  botright new
  setlocal buftype=nofile bufhidden=wipe noswapfile nowrap
  call setline(1, split(a:report, "\n"))
  setlocal nomodifiable filetype=planreview
endfunction
