# Antora reads its pages from a git repository.
set -e
[ -d .git ] || git init -q .
git add docs
git -c user.name=Ada -c user.email=ada@example.org commit -q -m 'Describe the machine' || true
antora antora-playbook.yml
