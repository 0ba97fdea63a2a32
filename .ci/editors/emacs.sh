#!/bin/bash
# Emacs 28.2 with Eglot 1.9 and the linter of packages, from Debian; beside it Emacs 30.1 of trixie,
# unpacked, with a script that has it find its parts.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
NEWER=$WORK/emacs-30

apt_install emacs-nox elpa-eglot elpa-package-lint tmux
[ -f "$NEWER/.ready" ] && exit
rm -rf "$NEWER"
bash "$(dirname "${BASH_SOURCE[0]}")/unpack.sh" trixie "$NEWER" emacs-nox
lisp=$(find "$NEWER"/usr/share/emacs/30.*/lisp -type d -printf '%p:')
cat > "$NEWER/emacs" <<EOF
#!/bin/sh
export EMACSLOADPATH='${lisp%:}' EMACSDATA='$(echo "$NEWER"/usr/share/emacs/30.*/etc)'
exec '$NEWER/usr/bin/emacs-nox' --dump-file='$(find "$NEWER/usr" -name '*.pdmp' | head -n 1)' "\$@"
EOF
chmod +x "$NEWER/emacs"
"$NEWER/emacs" --version | head -n 1
touch "$NEWER/.ready"
