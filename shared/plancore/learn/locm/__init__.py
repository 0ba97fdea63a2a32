"""LOCM (Cresswell, McCluskey and West, ICAPS 2009 and KER 28(2), 2013): learn a domain from action
sequences alone.

Objects are state machines: an action moves each of its arguments from one state of its machine to
the next. The steps of the algorithm and their modules:

1. Objects that occur at the same position of an action are of one *sort*. Each sort has a machine,
   whose transitions are positions of actions. Consecutive transitions of an object share a state
   (`model`).
2. *Zero analysis*: an imaginary object that takes part in every action has a machine too, which is
   used if it has more than one state (`model`).
3. *Hypotheses*: an object that enters a state together with another object may leave it together
   with the same one. Hypotheses that sequences contradict are dropped (`model`).
4. Hypotheses that set or read the same argument become one *parameter* of the state (`model`).
5. A parameter that some transition does not set or read is flawed and removed (`model`).
6. *Static preconditions*, such as which places are joined by a road, are not learned: action
   sequences alone do not show them. LOP (Gregory and Cresswell 2015) learns them.
7. Each position of an action requires the state that its transition leaves, and achieves the one
   that it leads to (`learner`).
"""
