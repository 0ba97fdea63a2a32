"""The arguments of `planeval align` turned into what is to be paired."""

from __future__ import annotations

import argparse

from plancore.correspondence.pairs import Pairs
from plancore.report.alignment.review import Alignment, review_alignment
from plancore.stop import Checkpoint
from planfiles.mappings import load_mapping, save_mapping
from planfiles.models import domain_of, read_file


def alignment_of(options: argparse.Namespace, checkpoint: Checkpoint) -> Alignment:
    """Read the files that the options name, pair them, and save the pairs where that is asked for.

    Raises Trouble.
    """
    learned, reference = read_file(options.learned), read_file(options.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    mapping = load_mapping(options.mapping, ours, theirs) if options.mapping else Pairs()
    alignment = review_alignment(learned, reference, mapping, checkpoint)
    if options.save_mapping:
        save_mapping(options.save_mapping, alignment.to_save)
    return alignment
