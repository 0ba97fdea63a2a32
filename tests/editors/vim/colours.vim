" How words are coloured: vim -es -S colours.vim, with $PLACES and $ANSWERS.

let s:answers = {}
for [s:file, s:places] in items(json_decode(join(readfile($PLACES), '')))
  execute 'silent edit ++enc=utf-8' fnameescape(s:file)
  let s:said = []
  for [s:line, s:column] in s:places
    let s:byte = byteidx(getline(s:line), s:column) + 1
    call add(s:said, synIDattr(synID(s:line, s:byte, 1), 'name'))
  endfor
  let s:answers[s:file] = s:said
endfor
call writefile([json_encode(s:answers)], $ANSWERS)
qall!
