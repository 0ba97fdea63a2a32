"""How a query colours words: captures.py QUERY PLACES ANSWERS; needs tree-sitter."""

import json
import sys
from pathlib import Path

from tree_sitter_language_pack import get_language, get_parser


def main(query_file: str, places_file: str, answers_file: str) -> None:
    """Write the captures of each word that is asked for, all of them: their order is free."""
    query = get_language("scheme").query(Path(query_file).read_text(encoding="utf-8"))
    answers = {}
    for path, places in json.loads(Path(places_file).read_text(encoding="utf-8")).items():
        text = Path(path).read_bytes()
        tree = get_parser("scheme").parse(text)
        seen: dict[tuple[int, int], set[str]] = {}
        for name, nodes in query.captures(tree.root_node).items():
            for node in nodes:
                if not name.startswith("_"):
                    seen.setdefault(tuple(node.start_point), set()).add(name)
        lines = text.decode().split("\n")
        answers[path] = [
            " ".join(sorted(seen.get((line - 1, len(lines[line - 1][:column].encode())), ())))
            for line, column in places
        ]
    Path(answers_file).write_text(json.dumps(answers), encoding="utf-8")


main(*sys.argv[1:])
