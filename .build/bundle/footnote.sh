#!/bin/sh
# Runs Footnote from the folder of this file: ./footnote start. NODE may name a Node other than the one on the PATH.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
node=${NODE:-node}

if ! found=$("$node" -p 'process.versions.node + " " + process.platform + "-" + process.arch' 2>/dev/null); then
  echo "Footnote needs Node.js %NODE% or newer, and there is no $node. Install it, or set NODE to where it is." >&2
  exit 1
fi
version=${found% *}
target=${found#* }
if [ "$(printf '%s\n' "%NODE%" "$version" | sort -V | head -n 1)" != "%NODE%" ]; then
  echo "Footnote needs Node.js %NODE% or newer, and $node is $version. Set NODE to where a newer one is." >&2
  exit 1
fi
if [ "$target" != "%TARGET%" ]; then
  echo "This bundle is for %TARGET%, and this is $target. Make one there, with npm run bundle." >&2
  exit 1
fi

if [ -d "$here/models" ]; then
  export MODELS_DIR="${MODELS_DIR:-$here/models}"
fi
if [ -d "$here/engines" ]; then
  export ENGINES_DIR="${ENGINES_DIR:-$here/engines}"
fi
# Replace this shell, so that signals reach the server itself.
exec "$node" "$here/server/dist/main.js" "$@"
