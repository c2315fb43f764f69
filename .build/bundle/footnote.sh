#!/bin/sh
# Runs Footnote from the folder of this file: ./footnote start. NODE may name another Node than the one of this bundle.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
node=${NODE:-$here/node/bin/node}
# A bundle may be made without one.
if [ -z "${NODE:-}" ] && [ ! -e "$node" ]; then node=node; fi

if ! found=$("$node" -p 'process.versions.node + " " + process.platform + "-" + process.arch' 2>/dev/null); then
  if [ "$node" = "$here/node/bin/node" ]; then
    echo "The Node.js of this bundle, which is for %TARGET%, does not run here." >&2
  else
    echo "Footnote needs Node.js %NODE% or newer, and there is no $node. Install it, or set NODE to where it is." >&2
  fi
  exit 1
fi
version=${found% *}
target=${found#* }
if [ "$(printf '%s\n' "%NODE%" "$version" | sort -V | head -n 1)" != "%NODE%" ]; then
  echo "Footnote needs Node.js %NODE% or newer, and $node is $version. Set NODE to where a newer one is." >&2
  exit 1
fi
if [ "$target" != "%TARGET%" ]; then
  echo "This bundle is for %TARGET%, and this is $target. Make one for it: npm run bundle -- --target $target" >&2
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
