" The server as a linter of ALE.

function! planlsp#ale#define(filetype) abort
  call ale#linter#Define(a:filetype, {
        \ 'name': 'planlsp',
        \ 'lsp': 'stdio',
        \ 'executable': {-> planlsp#command()},
        \ 'command': '%e',
        \ 'language': a:filetype,
        \ 'lsp_config': {-> get(g:, 'planlsp_settings', {})},
        \ 'project_root': function('planlsp#root'),
        \})
endfunction
