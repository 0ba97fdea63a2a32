#!/bin/sh
# Commits editors/nvim of HEAD to the branch `nvim`, as its root: plugin managers take a repository
# whose root is a plugin. With the name or address of a remote, the branch is also pushed there.
set -eu
cd "$(dirname "$0")/.."
tree=$(git rev-parse HEAD:editors/nvim)
parent=$(git rev-parse --quiet --verify refs/heads/nvim || true)
if [ -z "$parent" ] || [ "$(git rev-parse "$parent^{tree}")" != "$tree" ]; then
  message="Neovim plugin of planlsp $(git rev-parse --short HEAD)"
  commit=$(git commit-tree "$tree" ${parent:+-p "$parent"} -m "$message")
  git update-ref refs/heads/nvim "$commit"
fi
if [ $# -gt 0 ]; then
  git push "$1" nvim
fi
