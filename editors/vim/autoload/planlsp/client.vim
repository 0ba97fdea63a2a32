" Commands of the server, by whichever client has started it.

" Has the server do a command; `Then` gets its answer. What it refuses is told.
function! planlsp#client#execute(command, arguments, Then) abort
  let l:asked = {'command': a:command, 'arguments': a:arguments}
  let l:Answered = function('s:answered', [a:Then])
  if exists('g:loaded_ale')
    call ale#lsp_linter#SendRequest(bufnr('%'), 'planlsp', [0, 'workspace/executeCommand', l:asked], l:Answered)
  elseif exists('*lsp#send_request')
    call lsp#send_request('planlsp', {
          \ 'method': 'workspace/executeCommand',
          \ 'params': l:asked,
          \ 'on_notification': {data -> l:Answered(data.response)},
          \})
  else
    call planlsp#complain('no server is running: install ALE or vim-lsp')
  endif
endfunction

function! s:answered(Then, response) abort
  if has_key(a:response, 'error')
    call planlsp#complain(get(a:response.error, 'message', 'the server reported an unknown error'))
  else
    call a:Then(get(a:response, 'result', v:null))
  endif
endfunction

" Makes an edit of the server; nothing is saved.
function! planlsp#client#apply(edit) abort
  if exists('g:loaded_ale')
    let l:changes = ale#code_action#BuildChangesList(ale#code_action#GetChanges(a:edit))
    call ale#code_action#HandleCodeAction({'changes': l:changes}, {})
  else
    call lsp#utils#workspace_edit#apply_workspace_edit(a:edit)
  endif
endfunction

" The URI of a file, with all that is no plain letter as bytes of UTF-8.
function! planlsp#client#uri(path) abort
  let l:path = substitute(fnamemodify(a:path, ':p'), '\\', '/', 'g')
  let l:escaped = substitute(l:path, '[^A-Za-z0-9/._~-]', {match -> s:bytes(match[0])}, 'g')
  return 'file://' . (l:escaped[0] ==# '/' ? '' : '/') . l:escaped
endfunction

function! s:bytes(character) abort
  let l:bytes = range(len(a:character))
  return join(map(l:bytes, {_, at -> printf('%%%02X', char2nr(a:character[at], 0) % 256)}), '')
endfunction

" The path of the file at a URI.
function! planlsp#client#path(uri) abort
  let l:path = substitute(a:uri, '^file://', '', '')
  let l:path = substitute(l:path, '\%(%\x\x\)\+', {match -> s:decoded(match[0])}, 'g')
  return has('win32') ? l:path[1:] : l:path
endfunction

" The bytes of UTF-8 that are spelt `%C3%A4`.
function! s:decoded(bytes) abort
  let l:each = map(split(a:bytes, '%'), {_, hex -> nr2char(str2nr(hex, 16), 1)})
  return iconv(join(l:each, ''), 'utf-8', 'latin1')
endfunction
