// Writes a file as a comment on the pull request of a run of CI, in the place of the one that an earlier run has written.
// Its first line tells them from others. For GitHub, Gitea and Forgejo, and for the merge requests of GitLab.
import { readFile } from 'node:fs/promises';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST } = process.env;
const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, GITLAB_TOKEN } = process.env;
const PER_PAGE = 100;

const forge = GITHUB_API_URL ? github() : gitlab();

function github() {
  const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  return {
    all: `${issues}/${PULL_REQUEST}/comments`,
    one: (id) => `${issues}/comments/${id}`,
    change: 'PATCH',
    headers: { authorization: `Bearer ${GITHUB_TOKEN}` },
  };
}

function gitlab() {
  const all = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
  return { all, one: (id) => `${all}/${id}`, change: 'PUT', headers: { 'private-token': GITLAB_TOKEN } };
}

async function ask(method, url, body) {
  const headers = { ...forge.headers, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  return answer.json();
}

/** The comment of an earlier run; people may quote its first line. */
async function findComment(start) {
  for (let page = 1; ; page += 1) {
    const comments = await ask('GET', `${forge.all}?per_page=${PER_PAGE}&page=${page}`);
    const found = comments.find(({ body, user }) => body.startsWith(start) && user?.type !== 'User');
    if (found || comments.length < PER_PAGE) return found;
  }
}

const body = await readFile(process.argv[2], 'utf8').catch(() => null);
if (body === null) {
  console.log('There is nothing to comment: the sync ended before it knew what has changed.');
} else {
  const [start] = body.split('\n', 1);
  const comment = await findComment(start);
  if (comment) await ask(forge.change, forge.one(comment.id), { body });
  else await ask('POST', forge.all, { body });
}
