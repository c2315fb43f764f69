#!/bin/sh
# Installs this bundle, upgrades an installation to it, goes back, or removes it: ./install.sh help
set -eu
umask 022

VERSION='%VERSION%'
TARGET='%TARGET%'
UNITS=/etc/systemd/system
here=$(cd -- "$(dirname -- "$0")" && pwd -P)

usage() {
  cat <<'EOF'
Usage: ./install.sh [install | upgrade | rollback | uninstall] [OPTION…]

  install            copies this bundle into place and starts it as a service of systemd (also without a word)
  upgrade            replaces an older version by this bundle: backup, switch, health check; back if that fails
  rollback           goes back to the version before the last upgrade
  uninstall          removes the program and the service; the data, its settings and its user stay

  --public-url URL   the address that visitors use, such as https://chat.example.com
  --prefix DIR       the folder of the program (/opt/footnote)
  --data DIR         the folder of the data (/var/lib/footnote)
  --wait SECONDS     how long a start may take (120)
  --yes              asks nothing

Without root, choose --prefix and --data. The server is then yours to start.
EOF
}

say() { printf '%s\n' "$*"; }
die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Fails where the answer is no.
agree() {
  [ "$yes" = no ] || return 0
  [ -t 0 ] || die "$1 Add --yes if so: nobody can be asked here."
  printf '%s [y/N] ' "$1"
  read -r answer
  case $answer in [yY]*) return 0 ;; *) return 1 ;; esac
}

is_root() { [ "$(id -u)" -eq 0 ]; }

# A folder as an absolute path that needs no quotes, here and in the unit.
folder() {
  case $1 in *[!A-Za-z0-9/._-]* | '') die "The folder '$1' has characters other than letters, digits and / . _ -" ;; esac
  case $1 in /*) printf '%s' "${1%/}" ;; *) printf '%s' "$(pwd)/${1%/}" ;; esac
}

# --- What is installed ---

version_of() { sed -n "s/^VERSION='\(.*\)'\$/\1/p" "$1/install.sh"; }

read_installation() {
  [ -e "$prefix/install.conf" ] || die "There is no installation in $prefix. If it is elsewhere, add --prefix DIR."
  # shellcheck disable=SC1091
  . "$prefix/install.conf"
}

setting() { sed -n "s/^$1=[\"']\{0,1\}\([^\"']*\)[\"']\{0,1\}\$/\1/p" "$settings" | tail -n 1; }

# A command of the release in $1, on the data and with the settings of the installation.
run() {
  release=$1
  shift
  RELEASE="$prefix/releases/$release" "$prefix/footnote" "$@"
}

# --- Checks of this bundle ---

verify_bundle() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) machine=linux-x64 ;;
    Linux-aarch64 | Linux-arm64) machine=linux-arm64 ;;
    Darwin-arm64) machine=darwin-arm64 ;;
    Darwin-x86_64) machine=darwin-x64 ;;
    *) machine="$(uname -s) on $(uname -m)" ;;
  esac
  [ "$machine" = "$TARGET" ] || die "This bundle is for $TARGET, and this machine is $machine."
  case $here in "$prefix"/releases/*) die "This is the installed version $VERSION. Run the install.sh of a newer bundle." ;; esac
  if command -v sha256sum >/dev/null; then check='sha256sum -c'; else check='shasum -a 256 -c'; fi
  (cd "$here" && $check SHA256SUMS >/dev/null 2>&1) ||
    die "This bundle is damaged: its files are not those of SHA256SUMS. Copy and unpack it again."
  "$here/footnote" help >/dev/null || die 'The program of this bundle does not run here.'
}

# --- Files ---

copy_release() {
  mkdir -p "$prefix/releases"
  rm -rf "$prefix/releases/$VERSION" "$prefix/releases/.unfinished"
  cp -RP "$here/." "$prefix/releases/.unfinished"
  chmod -R u=rwX,go=rX "$prefix/releases/.unfinished"
  ! is_root || chown -R 0:0 "$prefix/releases/.unfinished"
  mv "$prefix/releases/.unfinished" "$prefix/releases/$VERSION"
}

switch_to() { ln -sfn "releases/$1" "$prefix/current"; }

# The operator's command: with the settings of the service, and as its user where root calls it.
write_command() {
  cat >"$prefix/footnote" <<'EOF'
#!/bin/sh
# Runs a command of Footnote on the data of this installation. Written by install.sh.
set -eu
prefix=$(dirname -- "$(readlink -f -- "$0")")
. "$prefix/install.conf"
export NODE_ENV=production DATA_DIR="${DATA_DIR:-$data}"
# The service has read its settings already, and may not read the file.
if [ -r "$settings" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in [A-Za-z_]*=*) ;; *) continue ;; esac
    value=${line#*=}
    case $value in
      \"*\") value=${value#\"} value=${value%\"} ;;
      \'*\') value=${value#\'} value=${value%\'} ;;
    esac
    printenv "${line%%=*}" >/dev/null || export "${line%%=*}=$value"
  done <"$settings"
fi
program=${RELEASE:-$prefix/current}/footnote
if [ -n "$user" ] && [ "$(id -u)" -eq 0 ]; then
  export HOME="$DATA_DIR"
  umask 077
  exec setpriv --reuid="$user" --regid="$user" --init-groups "$program" "$@"
fi
exec "$program" "$@"
EOF
  chmod 755 "$prefix/footnote"
}

# The units of the release, and a timer for a backup every night, which the operator may enable.
write_units() {
  [ "$service" = yes ] || return 0
  if [ "$data" = /var/lib/footnote ]; then place=; else place="s#^StateDirectory=.*#ReadWritePaths=$data#; /^StateDirectoryMode=/d"; fi
  for unit in footnote.service footnote-backup.service footnote-backup.timer; do
    sed -e "s#/opt/footnote/footnote#$prefix/footnote#" \
      -e "s#^Environment=.*#Environment=NODE_ENV=production DATA_DIR=$data SUPERVISED=1#" \
      -e "s#^WorkingDirectory=.*#WorkingDirectory=$data#" \
      -e 's#^DynamicUser=yes#User=footnote#' \
      -e 's/^# A user that exists only while the service runs, and can write/# The user can write/' \
      -e "$place" \
      "$prefix/current/deploy/systemd/$unit" >"$UNITS/$unit"
  done
  systemctl daemon-reload
}

# --- The server ---

pid=
begin() {
  if [ "$service" = yes ]; then
    systemctl start footnote
  else
    "$prefix/footnote" start >"$prefix/start.log" 2>&1 &
    pid=$!
  fi
}

end() {
  if [ "$service" = yes ]; then
    systemctl stop footnote
  elif [ -n "$pid" ]; then
    kill "$pid" 2>/dev/null || true
    wait "$pid" || true
    pid=
  fi
}

# systemd starts it again whenever it ends: a few times are enough.
has_ended() {
  if [ "$service" = yes ]; then
    systemctl is-failed --quiet footnote || [ "$(systemctl show --property NRestarts --value footnote)" -gt 2 ]
  else
    if kill -0 "$pid" 2>/dev/null; then return 1; fi
  fi
}

# Does this version answer, and does it say that it is ready, if $2 is "ready"?
answers() {
  node=$prefix/current/node/bin/node
  [ -x "$node" ] || node=${NODE:-node}
  host=$(setting HOST)
  case $host in '' | 0.0.0.0 | ::) host=127.0.0.1 ;; esac
  port=$(setting PORT)
  "$node" -e '
    const [at, version, wanted] = process.argv.slice(1);
    const ask = (path) => fetch(at + path, { signal: AbortSignal.timeout(5000) });
    const right = async () =>
      (await (await ask("/health")).json()).version === version && (wanted !== "ready" || (await ask("/health/ready")).ok);
    right().then((is) => process.exit(is ? 0 : 1), () => process.exit(1));
  ' "http://$host:${port:-8787}" "$1" "$2"
}

becomes() {
  until=$(($(date +%s) + wait))
  while [ "$(date +%s)" -lt "$until" ]; do
    ! answers "$1" "$2" || return 0
    ! has_ended || return 1
    sleep 1
  done
  return 1
}

where_to_look() { if [ "$service" = yes ]; then say 'journalctl -u footnote'; else say "$prefix/start.log"; fi; }

# --- install ---

new_installation() {
  [ ! -e "$prefix/install.conf" ] || die "Footnote $(version_of "$prefix/current") is installed in $prefix. Use: ./install.sh upgrade"
  [ ! -e "$prefix/server" ] || die "A bundle was unpacked into $prefix by hand. Stop its service and move that folder away; its data stays where it is."
  user='' service=no settings=$prefix/footnote.env
  if is_root && [ "$(uname -s)" = Linux ]; then
    user=footnote settings=/etc/footnote.env
    [ ! -d /run/systemd/system ] || service=yes
  elif [ -z "$chosen" ]; then
    die 'Run it as root to install a service, or choose folders of your own: --prefix DIR --data DIR'
  fi
}

make_user() {
  [ -n "$user" ] || return 0
  ! id "$user" >/dev/null 2>&1 || return 0
  command -v useradd >/dev/null || die "There is no useradd here. Create the system user $user, then run this again."
  useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
}

ask_address() {
  if [ -z "$url" ] && [ "$yes" = no ] && [ -t 0 ]; then
    printf 'The address that visitors will use, such as https://chat.example.com (empty: only this machine): '
    read -r url
  fi
  url=${url%/}
  case $url in
    *[!A-Za-z0-9:/._~%[\]-]*) die "'$url' is no address such as https://chat.example.com" ;;
    '' | http://?* | https://?*) ;;
    *) die "'$url' does not begin with https:// or http://" ;;
  esac
}

# Settings that are there stay as they are.
write_settings() {
  (
    umask 077
    [ -e "$settings" ] || say '# Settings of Footnote, one NAME=value a line; afterwards: systemctl restart footnote' >"$settings"
  )
  [ -n "$(setting REGISTRATION)" ] || say 'REGISTRATION=closed' >>"$settings"
  if [ -n "$url" ] && [ -z "$(setting PUBLIC_URL)" ]; then
    say "PUBLIC_URL=$url" >>"$settings"
    # Only a proxy in front of it can have a certificate.
    case $url in https:*) [ -n "$(setting TRUST_PROXY)" ] || say 'TRUST_PROXY=1' >>"$settings" ;; esac
  fi
}

install_new() {
  verify_bundle
  new_installation
  ask_address
  make_user
  copy_release
  printf "data='%s'\nsettings='%s'\nuser='%s'\nservice='%s'\n" "$data" "$settings" "$user" "$service" >"$prefix/install.conf"
  write_command
  write_settings
  mkdir -p "$data"
  chmod 700 "$data"
  [ -z "$user" ] || chown "$user:$user" "$data"
  [ ! -e "$data/footnote.db" ] || run "$VERSION" upgrade --check
  switch_to "$VERSION"
  url=$(setting PUBLIC_URL)
  url=${url:-http://127.0.0.1:$(port=$(setting PORT) && say "${port:-8787}")}
  if [ "$service" = yes ]; then
    write_units
    systemctl enable --quiet footnote
    begin
    becomes "$VERSION" ready || die "Footnote $VERSION is installed, but it is not ready after $wait seconds. See: $(where_to_look)"
    say "Footnote $VERSION runs as the service footnote. Its log: journalctl -u footnote"
    say "A backup every night: systemctl enable --now footnote-backup.timer"
  else
    say "Footnote $VERSION is installed. This machine has no systemd, or you are not root, so start it yourself, and let it be started at boot and after a failure by what does that here:"
    say "  $prefix/footnote start"
  fi
  if link=$(run "$VERSION" setup-link 2>/dev/null); then
    say "$link"
  elif [ -e "$data/footnote.db" ]; then
    say "Open $url and sign in."
  else
    say "The first start prints the link with which you create the first account, and so does: $prefix/footnote setup-link"
  fi
  say "It listens on this machine only. For a proxy with a certificate: $prefix/current/deploy"
  say "Settings: $settings. Commands: $prefix/footnote help"
}

# --- upgrade and rollback ---

# What an interruption has to set right: nothing, stopped (the old version), or switched (to the new one).
stage=nothing
set_right() {
  status=$?
  trap - EXIT
  case $stage in
    stopped) [ "$service" = no ] || { begin && say "Footnote $old runs again."; } ;;
    switched) go_back ;;
  esac
  exit "$status"
}
trap set_right EXIT
trap 'exit 130' INT TERM

backup_of() { printf '%s' "$data/backups/before-$1.fnb"; }
# Kept in the database's own server, nothing is backed up from here.
in_postgres() { [ -n "$(setting DATABASE_URL)" ]; }

# From $new to $old. If the data has a schema that the old version refuses, the backup is restored first.
go_back() {
  stage=nothing
  end
  if ! run "$old" upgrade --check >/dev/null 2>&1; then
    ! in_postgres || die "The schema of the Postgres database has changed: restore your dump, then run this again. The server is stopped."
    run "$old" restore "$(backup_of "$new")" --force || die "The backup could not be restored. The server is stopped."
  fi
  switch_to "$old"
  rm -f "$prefix/previous"
  write_units
  begin
  becomes "$old" "$wanted" || die "Footnote $old is back in place, but it is not ready after $wait seconds. See: $(where_to_look)"
  [ "$service" = yes ] || end
  say "Footnote $old is back."
  [ "$service" = yes ] || say "Start it: $prefix/footnote start"
}

upgrade() {
  read_installation
  verify_bundle
  old=$(version_of "$prefix/current") new=$VERSION wanted=ready
  [ "$old" != "$new" ] || die "Footnote $new is what is installed."
  if [ -e "$prefix/previous" ] && [ "$(version_of "$prefix/previous")" = "$new" ]; then
    die "Footnote $new is the version before the last upgrade. Use: $prefix/current/install.sh rollback --prefix $prefix"
  fi
  copy_release
  # Where the old version is not ready, for a model server that is down, the new one need not be.
  if [ "$service" = yes ] && ! answers "$old" ready; then wanted=health; fi
  kept=no
  if in_postgres || [ -e "$data/footnote.db" ]; then
    found=$(run "$new" upgrade --check) || refuse_upgrade
    # Of what is said there, this command takes care of the backup and of the server.
    say "$found" | grep -Ev '^(No backup|The last backup|A server is using)'
    case $service-$found in *no-*'A server is using'*) refuse_upgrade 'Stop the server first.' ;; esac
    if in_postgres; then say 'Make a backup with pg_dump first.'; else kept=yes; fi
  fi
  agree "Upgrade from $old to $new? The server stops meanwhile." || refuse_upgrade
  stage=stopped
  end
  if [ "$kept" = yes ]; then
    mkdir -p "$data/backups"
    [ -z "$user" ] || chown "$user:$user" "$data/backups"
    run "$old" backup "$(backup_of "$new")" --force || refuse_upgrade 'There is no backup.'
  fi
  stage=switched
  ln -sfn "releases/$old" "$prefix/previous"
  switch_to "$new"
  write_command
  write_units
  begin
  if ! becomes "$new" "$wanted"; then
    go_back
    die "Footnote $new did not become ready within $wait seconds, so $old is back. See: $(where_to_look)"
  fi
  [ "$service" = yes ] || end
  stage=nothing
  for each in "$prefix"/releases/*; do
    case ${each##*/} in "$old" | "$new") ;; *) rm -rf "$each" ;; esac
  done
  [ "$kept" = no ] || say "The data of before is in $(backup_of "$new")."
  say "Footnote $new is in place. Back to $old: $prefix/current/install.sh rollback --prefix $prefix"
  [ "$service" = yes ] || say "It was started for a moment to see that it becomes ready. Start it: $prefix/footnote start"
}

refuse_upgrade() {
  rm -rf "$prefix/releases/$new"
  die "${1:+$1 }The upgrade was not made."
}

rollback() {
  read_installation
  [ -e "$prefix/previous" ] || die "There is no version to go back to in $prefix."
  old=$(version_of "$prefix/previous") new=$(version_of "$prefix/current") wanted=ready
  if run "$old" upgrade --check >/dev/null 2>&1; then
    agree "Go back from $new to $old? The data stays as it is." || die 'Nothing was changed.'
  else
    in_postgres || [ -e "$(backup_of "$new")" ] || die "Footnote $old cannot read the data of $new, and $(backup_of "$new") is missing."
    agree "Go back from $new to $old? It cannot read the data of $new, so the backup from before the upgrade is restored. What was added since is put aside." ||
      die 'Nothing was changed.'
  fi
  if [ "$service" = no ] && run "$new" upgrade --check 2>/dev/null | grep -q 'A server is using'; then die 'Stop the server first.'; fi
  go_back
}

# --- uninstall ---

uninstall() {
  read_installation
  agree "Remove Footnote from $prefix? The data in $data stays." || die 'Nothing was changed.'
  if [ "$service" = yes ]; then
    systemctl disable --now --quiet footnote footnote-backup.timer
    rm -f "$UNITS/footnote.service" "$UNITS/footnote-backup.service" "$UNITS/footnote-backup.timer"
    systemctl daemon-reload
  elif run "$(version_of "$prefix/current")" upgrade --check 2>/dev/null | grep -q 'A server is using'; then
    die 'Stop the server first.'
  fi
  rm -rf "$prefix/releases"
  rm -f "$prefix/current" "$prefix/previous" "$prefix/footnote" "$prefix/install.conf" "$prefix/start.log"
  rmdir "$prefix" 2>/dev/null || true
  say "Footnote is removed. What it stored is in $data, its settings are in $settings${user:+, and its user is $user}."
}

# --- The command line ---

action=install prefix=/opt/footnote data=/var/lib/footnote chosen='' url='' wait=120 yes=no
case ${1:-} in install | upgrade | rollback | uninstall | help) action=$1 && shift ;; esac
while [ $# -gt 0 ]; do
  case $1 in
    --yes) yes=yes && shift && continue ;;
    --prefix | --data | --public-url | --wait) [ $# -gt 1 ] || die "$1 needs a value. See: ./install.sh help" ;;
    *) die "There is no option $1. See: ./install.sh help" ;;
  esac
  case $1 in
    --prefix)
      prefix=$(folder "$2")
      chosen=yes
      ;;
    --data) data=$(folder "$2") ;;
    --public-url) url=$2 ;;
    --wait) wait=$2 ;;
  esac
  shift 2
done
case $action in
  install) install_new ;;
  upgrade) upgrade ;;
  rollback) rollback ;;
  uninstall) uninstall ;;
  help) usage ;;
esac
