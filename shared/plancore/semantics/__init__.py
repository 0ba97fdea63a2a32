"""What differences mean: which of two actions applies where, proved, with a state that shows it.

The core evaluates conditions in three places, for three questions. `simulate` executes one plan
exactly: numbers, time, an explanation for each step. `vectors` asks one condition of many states
and many ground actions at once, to count. Here a condition becomes a proposition over all states of
a small world, so that "nowhere" can be proved. The tests hold the three against each other.
"""
