#!/bin/sh
# From a new account to an answer with citations, with nothing but curl:
#   sh examples/curl/footnote.sh [file] [question]
set -eu

BASE="${FOOTNOTE_BASE_URL:-http://127.0.0.1:8787/v1}"
FILE="${1:-$(dirname "$0")/../docs/getting-started.md}"
QUESTION="${2:-How do I start my own server?}"
ORIGIN="https://www.example.com" # the website that shows the chat
EMAIL="${FOOTNOTE_EMAIL:-owner-$(date +%s)-$$@example.com}"
PASSWORD="${FOOTNOTE_PASSWORD:-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}"

# call METHOD PATH [curl options]: prints the response, or prints the error on stderr and fails.
call() {
  method=$1 path=$2
  shift 2
  answer=$(curl --silent --show-error --fail-with-body --max-time 120 --request "$method" "$BASE$path" "$@") ||
    { echo "$method $path failed. ${answer:-Is a server running at $BASE?}" >&2; return 1; }
  printf '%s\n' "$answer"
}
# field NAME JSON: the first value with that name. One key per line, then sed: enough for ids, tokens and statuses, whose
# values contain no commas, braces or quotes. For texts such as the answer, use a real JSON parser, for example jq.
field() { printf '%s' "$2" | tr ',{}' '\n\n\n' | sed -n 's/^ *"'"$1"'": *"\([^"]*\)" *$/\1/p' | sed -n 1p; }
# quoted TEXT: the text as a JSON string.
quoted() { printf '"%s"' "$(printf '%s' "$1" | tr '\n\t' '  ' | sed 's/[\\"]/\\&/g')"; }
json() { set -- "$@" --header 'content-type: application/json'; call "$@"; }

[ -r "$FILE" ] || { echo "$FILE cannot be read." >&2; exit 1; }
echo "1. Register $EMAIL and log in"
LOGIN="{\"email\":$(quoted "$EMAIL"),\"password\":$(quoted "$PASSWORD")}"
SETUP="${FOOTNOTE_SETUP_TOKEN:+,\"setup_token\":$(quoted "${FOOTNOTE_SETUP_TOKEN:-}")}" # only for a server's first account
json POST /auth/register --data "${LOGIN%\}},\"name\":\"Owner\"$SETUP}" >/dev/null
login=$(json POST /auth/login --data "$LOGIN")
OWNER="authorization: Bearer $(field access_token "$login")"

echo "2. Create a project and an API key for it"
project=$(json POST /projects --header "$OWNER" --data "{\"name\":\"Guide\",\"allowed_origins\":[\"$ORIGIN\"]}")
PROJECT=$(field id "$project")
key=$(json POST "/projects/$PROJECT/api-keys" --header "$OWNER" --data '{"name":"curl"}')
KEY="x-api-key: $(field key "$key")"

echo "3. Upload $FILE"
source=$(call POST /sources/upload --header "$KEY" --form "file=@\"$FILE\"")
SOURCE=$(field id "$source") status=$(field status "$source") pause=1
while [ "$status" = pending ] || [ "$status" = processing ]; do
  sleep "$pause" # A little longer each time: the server accepts 60 requests a minute.
  [ "$pause" -ge 5 ] || pause=$((pause + 1))
  source=$(call GET "/sources/$SOURCE" --header "$KEY")
  status=$(field status "$source")
  echo "   $SOURCE is $status"
done
[ "$status" = completed ] || { echo "The file could not be ingested: $source" >&2; exit 1; }

echo "4. Ask as a server does, with the API key: $QUESTION"
json POST "/projects/$PROJECT/chat" --header "$KEY" --data "{\"query\":$(quoted "$QUESTION")}"

echo "5. Mint a widget token, and ask as a page on $ORIGIN does"
token=$(json POST /tokens/widget --header "$KEY" --data '{"expires_in":600}')
WIDGET="authorization: Bearer $(field token "$token")"
json POST "/projects/$PROJECT/chat" --header "$WIDGET" --header "origin: $ORIGIN" --data "{\"query\":$(quoted "$QUESTION")}"
