"""Safe action model learning (Stern and Juba, IJCAI 2017; Juba, Le and Stern, KR 2021).

Input are trajectories whose states are complete, and the signature of a domain: its types,
predicates and constants, and the parameters of its actions where they are known. Under the
assumption of *injective binding*, that no two parameters of an action stand for one object, a fact
about the arguments of a step can be lifted in one way only, and so

- a literal over the parameters is a precondition iff it held before every step of the action;
- a literal is an effect iff it became true in one of them.

What cannot be excluded is a precondition, so every plan of the learned domain is one of the domain
that made the trajectories (`learner` says under which conditions). What was never observed is not
in the domain.
"""
