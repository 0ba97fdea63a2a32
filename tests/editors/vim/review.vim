" Looks at learned.pddl, takes a fix, looks again; then the commands of this folder's plugin.

source <sfile>:h/look.vim
set hidden

function! s:buffer_like(pattern) abort
  for l:number in range(1, bufnr('$'))
    let l:text = join(getbufline(l:number, 1, '$'), "\n")
    if bufloaded(l:number) && l:text =~# a:pattern
      return l:text
    endif
  endfor
  return ''
endfunction

function! s:hover() abort
  call search('available ?a)')
  let g:ale_hover_to_preview = 1
  ALEHover
  let l:text = WaitFor('the hover', {-> getbufline('ALEPreviewWindow', 1, '$')->join("\n")})
  pclose
  return l:text
endfunction

" ALE drops what comes while it is still about another file, so it is asked more than once.
function! s:failing() abort
  let s:tries = get(s:, 'tries', -1) + 1
  if s:tries % 100 == 0
    ALELint
  endif
  return filter(Findings(), {_, found -> found.severity ==# 'error'})
endfunction

function! s:repair() abort
  PlanRepair
  let l:popup = WaitFor('the repairs', function('popup_list'))[0]
  let l:lines = getbufline(winbufnr(l:popup), 1, '$')
  let l:before = getline(1, '$')
  call popup_close(l:popup, 1)
  let l:changed = filter(getline(1, '$'), {at, line -> line !=# get(l:before, at, '')})
  edit!
  return {'lines': l:lines, 'changed': l:changed}
endfunction

" Changes a plan, does what is wanted with it, and solves the problem again: the name of the new
" plan, whether it has the change, and the verdict.
function! s:again(plan, do) abort
  bwipeout
  execute 'edit' fnameescape(a:plan)
  call append(0, '; mine')
  execute 'silent' a:do
  execute 'edit' fnameescape(fnamemodify(a:plan, ':r') . '.pddl')
  only
  PlanSolve
  call WaitFor('the plan', {-> &filetype ==# 'planreview'})
  let l:verdict = matchstr(getline(1), '^[^ ]* valid')
  wincmd p
  let l:seen = [expand('%:t'), search('; mine', 'n') > 0, &modified, l:verdict]
  wincmd p
  return l:seen
endfunction

function! s:review() abort
  let l:seen = {'filetype': &filetype, 'root': planlsp#root(bufnr('')), 'lenses': []}
  call WaitFor('the differences', function('HasDifferences'))
  let l:seen.findings = Findings()
  let l:seen.hover = s:hover()
  let l:seen.syntax = synIDattr(synID(search('(:action'), 4, 1), 'name')
  PlanReview
  call WaitFor('the review', {-> &filetype ==# 'planreview'})
  let l:seen.review = getline(1)
  bwipeout
  let l:seen.repair = s:repair()
  PlanSetReference
  edit %:h/learned.plan
  let l:seen.plan_filetype = &filetype
  let l:seen.failing = WaitFor('the step that fails', function('s:failing'))
  PlanValidate
  call WaitFor('the report', {-> &filetype ==# 'planreview'})
  let l:seen.validation = getline(1)
  bwipeout
  edit %:h/p01.pddl
  let s:problem = expand('%:p')
  call WaitFor('the problem', {-> &filetype ==# 'pddl'})
  PlanSolve
  call WaitFor('the plan', {-> &filetype ==# 'planreview'})
  let l:seen.solved = getline(1)
  let l:seen.plan = s:buffer_like('^;;!domain[^\n]*\n;;!problem')
  bwipeout
  let g:planlsp_settings = {'planFile': 'overwrite'}
  execute 'edit!' fnameescape(fnamemodify(s:problem, ':h:h') . '/saved/p01.pddl')
  call WaitFor('the problem', {-> &filetype ==# 'pddl'})
  PlanSolveWith
  let l:popup = WaitFor('the planners', function('popup_list'))[0]
  let l:seen.planners = getbufline(winbufnr(l:popup), 1, '$')
  call popup_close(l:popup, 1 + match(l:seen.planners, 'kairos/anytime'))
  call WaitFor('the plan', {-> &filetype ==# 'planreview'})
  let l:plan = fnamemodify(s:problem, ':h:h') . '/saved/p01.plan'
  let l:seen.overwritten = map(['write', 'write | bdelete', '', 'set nomodified readonly'], {_, Do -> s:again(l:plan, Do)})
  let l:seen.kept = getbufline(l:plan, 1)
  return l:seen
endfunction

call Report(function('s:review'))
