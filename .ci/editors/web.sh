#!/bin/bash
# The page in the browser, which the site has as well.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

cd "$ROOT"
export PATH=$TOOLS/bin:$PATH
retry make --quiet web >"$WORK/web.log" 2>&1 || { cat "$WORK/web.log" >&2; exit 1; }
