" Domains, problems and plans in Vim: file types, colours, indents, and the server through ALE or
" vim-lsp. What Vim shares with Neovim stands in the folder `nvim` beside this one.

if exists('g:loaded_planlsp') || has('nvim')
  finish
endif
let g:loaded_planlsp = 1
let s:cpo = &cpo
set cpo&vim

let s:shared = fnamemodify(resolve(expand('<sfile>:p')), ':h:h:h') . '/nvim'
if isdirectory(s:shared) && index(split(&runtimepath, ','), s:shared) < 0
  let &runtimepath .= ',' . escape(s:shared, ', \')
  " The folder comes too late for `filetype on`, which has looked for file types already.
  if exists('g:did_load_filetypes')
    augroup filetypedetect
      runtime ftdetect/planlsp.vim
    augroup END
  endif
endif

" Of the two clients ALE needs no word: it finds ale_linters/ by itself.
augroup planlsp
  autocmd!
  autocmd User lsp_setup call planlsp#lsp#register()
augroup END

command! PlanReview call planlsp#report#compare('')
command! -nargs=1 -complete=file PlanCompare call planlsp#report#compare(<q-args>)
command! -nargs=? -complete=file PlanSetReference call planlsp#report#set_reference(<q-args>)
command! PlanValidate call planlsp#report#validate()
command! PlanModel call planlsp#report#model()
command! -nargs=? -bang PlanSolve call planlsp#solve#solve(<q-args>, <bang>0)
command! PlanSolveWith call planlsp#solve#with()
command! PlanRepair call planlsp#repair#offer()
command! -nargs=? -complete=file PlanViewer call planlsp#report#viewer(<q-args>)

let &cpo = s:cpo
unlet s:cpo s:shared
