#!/bin/bash
# axe-core, which finds what keeps people from reading a page, and what the site is built with.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
AXE=4.14.1

cd "$ROOT"
retry make --quiet docs >"$WORK/docs.log" 2>&1 || { cat "$WORK/docs.log" >&2; exit 1; }
[ -f "$WORK/axe/.ready-$AXE" ] && exit
npm_folder "$WORK/axe"
retry npm_install "axe-core@$AXE"
touch ".ready-$AXE"
