#!/bin/bash
# axe-core, which finds what keeps people from reading a page, and what the site is built with.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
AXE=4.14.1

cd "$ROOT"
retry make --quiet docs >/dev/null
[ -f "$WORK/axe/.ready-$AXE" ] && exit
rm -rf "$WORK/axe"
mkdir -p "$WORK/axe"
cd "$WORK/axe"
echo '{"private": true}' > package.json
export PATH=$TOOLS/bin:$PATH
retry npm install --silent --no-package-lock --ignore-scripts "axe-core@$AXE"
touch ".ready-$AXE"
