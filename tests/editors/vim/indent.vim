" Indents the files that are named and saves them.

for s:number in range(argc())
  execute 'silent edit' fnameescape(argv(s:number))
  silent normal! gg=G
  silent write
endfor
qall!
