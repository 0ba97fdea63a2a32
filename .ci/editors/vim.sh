#!/bin/bash
# Vim 9.0 with ALE 3.3, from Debian.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

apt_install vim vim-ale tmux
