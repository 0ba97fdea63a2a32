" Vim syntax file
" Language: PDDL in all its dialects: 1.2 to 3.1, PDDL+, PPDDL, HDDL, and what planners have added.
"
" It colours without the server; with it, semantic tokens say what each name is.

if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim

syntax case ignore
syntax iskeyword @,48-57,_,-,:,#,192-255
" A list that begins above the window is looked for so many lines up; `:init` can have 100,000.
syntax sync minlines=50 maxlines=300

" What a word means hangs on whether it is the first of a list: `(at end …)` is a time, `(at ?x)` an
" atom, `(unknown)` too, and an object may be called `when`.
syntax match pddlList "(" nextgroup=@pddlHead skipwhite skipnl skipempty
syntax cluster pddlHead contains=pddlDefine,pddlDefinition,pddlSection,pddlOperator,pddlSign,
      \pddlTime,pddlPreference,pddlBuiltIn

syntax keyword pddlDefine contained define
syntax keyword pddlDefinition contained domain problem
      \ nextgroup=pddlDefinitionName skipwhite skipnl skipempty

" Sections, with whatever dialects to come have between `(:` and the next blank.
syntax match pddlSection contained ":[^[:space:]();\"?]\+"
syntax keyword pddlSection contained :domain nextgroup=pddlDefinitionName skipwhite skipnl skipempty
syntax keyword pddlSection contained :action :durative-action :process :event :task :method
      \ nextgroup=pddlOperatorName skipwhite skipnl skipempty
syntax keyword pddlSection contained :requirements
      \ nextgroup=pddlRequirement,pddlAside skipwhite skipnl skipempty
syntax keyword pddlSection contained :metric nextgroup=pddlDirection skipwhite skipnl skipempty
syntax match pddlDefinitionName contained "[^[:space:]();:\"?][^[:space:]();\"]*"
syntax match pddlOperatorName contained "[^[:space:]();:\"?][^[:space:]();\"]*"

" Slots of actions and methods.
syntax match pddlSlot ":[^[:space:]();\"?]\+"

syntax keyword pddlRequirement contained nextgroup=pddlRequirement,pddlAside skipwhite skipnl skipempty
      \ :strips :typing :equality :adl :fluents :numeric-fluents :object-fluents :number-fluents
      \ :negative-preconditions :disjunctive-preconditions :existential-preconditions
      \ :universal-preconditions :quantified-preconditions :conditional-effects
      \ :durative-actions :duration-inequalities :continuous-effects :time :processes :events
      \ :derived-predicates :domain-axioms :timed-initial-literals :timed-initial-fluents :timed-initial-effects
      \ :preferences :constraints :action-costs :goal-utilities
      \ :non-deterministic :probabilistic-effects :rewards :mdp
      \ :hierarchy :hierachie :method-preconditions :htn-method-prec :method-constraints
      \ :partial-ordered-htn :htn :htn-expansion
      \ :multi-agent :unfactored-privacy :factored-privacy
      \ :contingent :conformant :partial-observability :observability
      \ :action-expansions :foreach-expansions :dag-expansions :subgoal-through-axioms
      \ :safety-constraints :expression-evaluation :open-world :true-negation :ucpop
      \ :job-scheduling :fallible-actions :revealables :multiple-goals :disjunctive-goals
      \ :quantified-goals :supply-demand :arrays :sets
" One that nobody knows is no requirement; those behind it may be.
syntax match pddlUnknownRequirement ":[^[:space:]();\"?]\+" contained
      \ nextgroup=pddlRequirement,pddlAside skipwhite skipnl skipempty
syntax match pddlAside ";.*$" contained contains=@pddlRemark
      \ nextgroup=pddlRequirement,pddlAside skipwhite skipnl skipempty

syntax keyword pddlOperator contained and or not imply forall exists when
syntax keyword pddlOperator contained oneof unknown probabilistic
syntax keyword pddlOperator contained assign increase decrease scale-up scale-down change
syntax keyword pddlOperator contained always sometime within at-most-once sometime-after
      \ sometime-before always-within hold-during hold-after
syntax keyword pddlOperator contained minimize maximize
syntax keyword pddlOperator contained either nextgroup=pddlEitherType skipwhite skipnl skipempty
syntax keyword pddlPreference contained preference is-violated
      \ nextgroup=pddlPreferenceName skipwhite skipnl skipempty
syntax keyword pddlDirection contained minimize maximize
      \ nextgroup=pddlBuiltIn skipwhite skipnl skipempty
syntax match pddlSign contained "\%(<=\|>=\|[-+*/=<>]\)\ze\%([[:space:]();]\|$\)"
syntax match pddlTime contained "at\_s\+\%(start\|end\)\ze\%([[:space:]();]\|$\)"
syntax match pddlTime contained "over\_s\+all\ze\%([[:space:]();]\|$\)"
syntax match pddlTime contained "at\ze\_s\+[-+]\=\.\=\d"
syntax match pddlPreferenceName contained "[^[:space:]();:\"?][^[:space:]();\"]*"

" What PDDL itself declares.
syntax keyword pddlBuiltIn contained total-time total-cost reward
syntax match pddlBuiltIn "#t\k\@!"
syntax match pddlVariable "?[^[:space:]();\"?]*"
syntax match pddlBuiltIn "?duration\k\@!"

syntax match pddlTypeSign "\%(^\|[[:space:])]\)\@1<=-\ze\%([[:space:](]\|$\)"
      \ nextgroup=pddlType skipwhite skipnl skipempty
syntax match pddlType contained "[^[:space:]();:\"?][^[:space:]();\"]*"
syntax match pddlEitherType contained "[^[:space:]();:\"?][^[:space:]();\"]*"
      \ nextgroup=pddlEitherType skipwhite skipnl skipempty

syntax match pddlNumber "\%(^\|[[:space:](]\)\@1<=[-+]\=\%(\d\+\.\=\d*\|\.\d\+\)\%(e[-+]\=\d\+\)\=\ze\%([[:space:]();]\|$\)"
syntax match pddlNumber "\%(^\|[[:space:](]\)\@1<=\d\+/\d\+\ze\%([[:space:]();]\|$\)"
syntax match pddlString "\"[^\"]*\""

syntax cluster pddlRemark contains=pddlDirective,pddlIgnore,pddlTodo,@Spell
syntax match pddlComment ";.*$" contains=@pddlRemark
syntax match pddlDirective contained "\C\%(^\s*;\+\s*!\)\@<=\%(domain\|problem\|reference\|mapping\):"
      \ nextgroup=pddlPath skipwhite
syntax match pddlPath contained "\S.\{-}\ze\s*$"
syntax match pddlIgnore contained "planlsp:\s*ignore\%(-file\)\=\%(\[[^]]*\]\)\="
syntax keyword pddlTodo contained TODO FIXME XXX NOTE

highlight default link pddlComment Comment
highlight default link pddlAside Comment
highlight default link pddlDirective SpecialComment
highlight default link pddlPath String
highlight default link pddlIgnore SpecialComment
highlight default link pddlTodo Todo
highlight default link pddlDefine Keyword
highlight default link pddlDefinition Keyword
highlight default link pddlDefinitionName Title
highlight default link pddlSection Keyword
highlight default link pddlSlot Keyword
highlight default link pddlOperatorName Function
highlight default link pddlRequirement Constant
highlight default link pddlOperator Keyword
highlight default link pddlPreference Keyword
highlight default link pddlDirection Keyword
highlight default link pddlTime Keyword
highlight default link pddlSign Operator
highlight default link pddlTypeSign Operator
highlight default link pddlPreferenceName Label
highlight default link pddlBuiltIn Special
highlight default link pddlType Type
highlight default link pddlEitherType Type
highlight default link pddlVariable Identifier
highlight default link pddlNumber Number
highlight default link pddlString String

let b:current_syntax = 'pddl'
let &cpo = s:cpo
unlet s:cpo
