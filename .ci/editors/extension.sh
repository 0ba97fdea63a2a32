#!/bin/bash
# Builds editors/vscode in a copy, so that no node_modules appears in the tree.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
BUILD=$WORK/extension
export PATH=$TOOLS/bin:$PATH

mkdir -p "$BUILD"
find "$BUILD" -mindepth 1 -maxdepth 1 ! -name node_modules ! -name '.ready-*' -exec rm -rf {} +
(cd "$ROOT/editors/vscode" && tar -c --exclude node_modules --exclude dist --exclude '*.vsix' .) | tar -x -C "$BUILD"
cd "$BUILD"
ready=.ready-$(sha256sum package.json | cut -c 1-16)
if [ ! -f "$ready" ]; then
  rm -rf node_modules .ready-*
  retry npm_install
  touch "$ready"
fi
# In the copy there is no checkout around it to build the server's wheel from.
"$(find_python)" wheel.py "$ROOT"
npm run --silent build
npm run --silent vsix >"$WORK/vsce.log" 2>&1 || { cat "$WORK/vsce.log" >&2; exit 1; }
mv planlsp-*.vsix "$WORK/planlsp.vsix"
# That for browsers brings the server as a worker along; `web.sh` has built it.
"$(find_python)" worker.py "$ROOT"
npm run --silent vsix:web >>"$WORK/vsce.log" 2>&1 || { cat "$WORK/vsce.log" >&2; exit 1; }
mv planlsp-web-*.vsix "$WORK/planlsp-web.vsix"
