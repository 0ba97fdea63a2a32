#!/bin/bash
# VS Code 1.139.1 as a local web server (code-server), and the browser that shows it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
CODE_SERVER=4.139.1
PLAYWRIGHT=1.65.1
VSCODE=$WORK/vscode

apt_install chromium fonts-dejavu-core
[ -f "$VSCODE/.ready-$CODE_SERVER-$PLAYWRIGHT" ] && exit

npm_folder "$VSCODE"
retry npm_install "code-server@$CODE_SERVER" "playwright-core@$PLAYWRIGHT"
cd node_modules/code-server/lib/vscode
retry npm_install --omit=dev
cd extensions
retry npm_install --omit=dev
touch "$VSCODE/.ready-$CODE_SERVER-$PLAYWRIGHT"
