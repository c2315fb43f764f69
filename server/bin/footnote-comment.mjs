#!/usr/bin/env node
// Writes a file as a comment on the pull request of a run of CI, in the place of the one that an earlier run has written.
// Its first line tells them from others. For GitHub, Gitea and Forgejo, and for the merge requests of GitLab.
import { readFile } from 'node:fs/promises';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_TOKEN } = process.env;
const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, GITLAB_TOKEN } = process.env;
const PER_PAGE = 100;

async function github() {
  const { number } = JSON.parse(await readFile(GITHUB_EVENT_PATH, 'utf8'));
  const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  return {
    all: `${issues}/${number}/comments`,
    one: (id) => `${issues}/comments/${id}`,
    change: 'PATCH',
    // The token of a job has no user whom it could ask for.
    isOwn: ({ user }) => user?.type !== 'User',
    headers: { authorization: `Bearer ${given('GITHUB_TOKEN', GITHUB_TOKEN)}` },
  };
}

async function gitlab() {
  const all = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
  const headers = { 'private-token': given('GITLAB_TOKEN', GITLAB_TOKEN) };
  const self = await ask({ headers }, 'GET', `${CI_API_V4_URL}/user`);
  return { all, one: (id) => `${all}/${id}`, change: 'PUT', isOwn: ({ author }) => author.id === self.id, headers };
}

function given(name, value) {
  if (!value) throw new Error(`set ${name} to a token that may comment.`);
  return value;
}

async function ask(forge, method, url, body) {
  const headers = { ...forge.headers, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, redirect: 'error', body: body && JSON.stringify(body) });
  if (answer.ok) return answer.json();
  const rights = answer.status === 403 ? ' On GitHub, the job needs the permission "pull-requests: write".' : '';
  throw new Error(`${method} ${url} answers ${answer.status}.${rights} ${(await answer.text()).slice(0, 500)}`);
}

/** The comment of an earlier run; people may quote its first line. */
async function findComment(forge, start) {
  for (let page = 1; ; page += 1) {
    const comments = await ask(forge, 'GET', `${forge.all}?per_page=${PER_PAGE}&page=${page}`);
    const found = comments.find((comment) => comment.body.startsWith(start) && forge.isOwn(comment));
    if (found || comments.length < PER_PAGE) return found;
  }
}

async function comment(body) {
  const forge = await (GITHUB_API_URL ? github() : gitlab());
  const [start] = body.split('\n', 1);
  const former = await findComment(forge, start);
  if (former) await ask(forge, forge.change, forge.one(former.id), { body });
  else await ask(forge, 'POST', forge.all, { body });
}

const [file] = process.argv.slice(2);
const body = file ? await readFile(file, 'utf8').catch(() => null) : null;
try {
  if (body !== null) await comment(body);
  else process.stdout.write('There is nothing to comment: the sync ended before it knew what has changed.\n');
} catch (error) {
  process.stderr.write(`footnote-comment: ${error.message}\n`);
  process.exitCode = 1;
}
