#!/bin/bash
# Installs the editors that tests/editors drives into .ci/work, from nothing, on Debian 12.
# A second run only looks. README.md beside this file says what is installed and why so.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for step in tools neovim vscode web axe extension emacs vim helix grammars; do
  SECONDS=0
  bash "$here/$step.sh"
  echo "$step: ${SECONDS} s"
done
