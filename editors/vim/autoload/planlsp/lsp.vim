" The server for vim-lsp, unless ALE has it already.

function! planlsp#lsp#register() abort
  if exists('g:loaded_ale') || !executable(planlsp#command())
    return
  endif
  call lsp#register_server({
        \ 'name': 'planlsp',
        \ 'cmd': {_ -> [planlsp#command()]},
        \ 'root_uri': {_ -> lsp#utils#path_to_uri(planlsp#root(bufnr('%')))},
        \ 'workspace_config': {_ -> get(g:, 'planlsp_settings', {})},
        \ 'allowlist': ['pddl', 'plan'],
        \})
endfunction
