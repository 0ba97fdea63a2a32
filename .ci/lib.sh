# Sourced by the scripts of this folder: where things are, and a second try for downloads.
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
WORK=$ROOT/.ci/work
TOOLS=$WORK/tools

# What the npm calls print and look up beside their work.
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

# A registry that does not answer once often answers the second time.
retry() {
  "$@" && return
  echo "failed, second try in 5 s: $*" >&2
  sleep 5
  "$@"
}

# Prints the first Python >= 3.11 of this machine that can make virtual environments.
find_python() {
  local candidate
  for candidate in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  return 1
}

# apt_install PACKAGE... installs only what is missing; as root, on Debian.
apt_install() {
  local package missing=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    echo "these Debian packages are missing and only root can install them: ${missing[*]}" >&2
    return 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  retry apt-get -qq update
  retry apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
}

# npm_folder FOLDER begins a folder for packages of npm anew, and goes there.
npm_folder() {
  rm -rf "$1"
  mkdir -p "$1"
  cd "$1"
  echo '{"private": true}' > package.json
  export PATH=$TOOLS/bin:$PATH
}

# Install scripts would compile native modules that the tests do not need and fetch headers.
npm_install() { npm install --silent --no-package-lock --ignore-scripts "$@"; }
