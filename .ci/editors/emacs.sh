#!/bin/bash
# Emacs 28.2 with Eglot 1.9 and the linter of packages, from Debian.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

command -v emacs >/dev/null && dpkg-query -W elpa-eglot elpa-package-lint tmux >/dev/null 2>&1 && exit
apt_install emacs-nox elpa-eglot elpa-package-lint tmux
