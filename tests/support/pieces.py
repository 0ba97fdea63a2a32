"""Pieces of PDDL and of what is none, to be put together to texts that nobody would write."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = st.sampled_from(
    [
        *("(", ")", "(define (domain d)", "(define (problem p)", "(:action a", "(:init", "(:types"),
        *(
            ":effect",
            ":parameters",
            "(and",
            "(p ?x - t)",
            "(= (f) 3)",
            "a",
            "- t",
            "?x-",
            "(either",
        ),
        *(
            "; c\n",
            ";;\n",
            " ",
            "\n",
            "\r\n",
            "\r",
            "\t",
            "\n\n\n",
            "(:goal",
            "(not",
            "```",
            '"',
            "(",
        ),
    ]
)
