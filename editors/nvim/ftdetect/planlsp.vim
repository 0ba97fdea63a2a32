" Domains and problems are `pddl`, whatever the dialect; plans are `plan`. The names are those that the
" server goes by, but for `.sol` alone, which is Solidity everywhere else.
autocmd BufNewFile,BufRead *.pddl,*.hddl,*.ppddl setfiletype pddl
autocmd BufNewFile,BufRead *.plan,*.soln,*.solution,sas_plan* setfiletype plan
autocmd BufNewFile,BufRead *.plan.[0-9]*,*.soln.[0-9]*,*.sol.[0-9]*,*.solution.[0-9]* setfiletype plan
autocmd BufNewFile,BufRead plan.[0-9]* setfiletype plan
