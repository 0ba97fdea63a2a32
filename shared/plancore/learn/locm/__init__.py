"""LOCM (Cresswell, McCluskey and West, ICAPS 2009 and KER 28(2), 2013): a domain from nothing but
sequences of actions.

Objects are thought of as machines: an action moves each of its arguments from one state of its
machine to the next. The steps of the algorithm, and where they are:

1. Objects that occur in one place of an action are of one *sort*; each sort has a machine, whose
   transitions are the places of actions. What follows each other in the life of an object meets in
   a state (`model`).
2. *Zero analysis*: an imaginary object that takes part in every action has a machine, too, which
   counts if it has more than one state (`model`).
3. *Hypotheses*: an object that comes into a state together with another one may leave it together
   with that one. What sequences contradict is dropped (`model`).
4. Hypotheses that set or read the same become a *parameter* of the state (`model`).
5. A parameter that not every transition sets and reads is flawed and goes (`model`).
6. *Static preconditions*, such as which places are joined by a road, are not learned: an action
   sequence alone does not show them. LOP (Gregory and Cresswell 2015) does that.
7. Each place of an action asks for the state that its transition leaves, and makes the one that it
   leads to (`learner`).
"""
