#!/bin/bash
# The grammar of Scheme, by which Helix and Zed read PDDL, as a Python wheel with tree-sitter.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
GRAMMARS=0.9.0

[ -f "$WORK/grammars/.ready-$GRAMMARS" ] && exit
[ -x "$WORK/grammars/bin/python" ] || "$(find_python)" -m venv "$WORK/grammars"
retry "$WORK/grammars/bin/python" -m pip install --quiet --disable-pip-version-check \
  "tree-sitter==0.24.0" "tree-sitter-language-pack==$GRAMMARS"
touch "$WORK/grammars/.ready-$GRAMMARS"
