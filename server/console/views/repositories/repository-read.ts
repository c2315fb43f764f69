import type { Repository, RepositoryRead } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatDateTime, plural } from '../../format.ts';
import { badge, notice } from '../../parts/states.ts';
import { SITES } from './repository-fields.ts';
import { commitLine, leftOutSentence } from './repository-labels.ts';

/** The styles of what a reading did. */
export const readStyles = css`
  .commit { display: grid; gap: 0.125rem; }
  .what { display: grid; gap: 0.125rem; min-inline-size: 0; }
  .broken { list-style: disc; padding-inline-start: var(--space-5); }
  .list > .file { min-block-size: 0; padding-block: var(--space-2); }
`;

const CHANGES = {
  added: badge('New', 'good'),
  changed: badge('Changed', 'accent'),
  renamed: badge('Renamed', 'accent'),
  removed: badge('Removed'),
} satisfies Record<RepositoryRead['changes'][number]['change'], TemplateResult>;

/** Why nothing was read, or which answers the commit broke; nothing if all went well. */
export function readTrouble(read: RepositoryRead, remedies: unknown): TemplateResult | typeof nothing {
  if (read.outcome === 'failed')
    return html`<div role="alert">${notice(html`<div class="stack tight"><p><strong>The repository could not be read.</strong> ${read.error?.message}</p>${remedies}</div>`, { tone: 'bad', name: 'alert' })}</div>`;
  if (read.broken.length === 0) return nothing;
  return notice(
    html`<div class="stack tight"><p>${brokenWords(read)}</p>
      ${read.commit ? html`<p class="commit">${commitLine(read.commit)}</p>` : nothing}
      <ul class="broken">${read.broken.map((question) => html`<li><bdi>${question}</bdi></li>`)}</ul>${remedies}</div>`,
    { tone: 'warn', name: 'alert' },
  );
}

function brokenWords({ outcome, broken }: RepositoryRead): TemplateResult {
  const questions = plural(broken.length, 'golden question');
  return outcome === 'taken_back'
    ? html`<strong>The last commit was taken back: it broke ${questions}.</strong> Questions are answered as before it, and it is tried again only with “Read again now”. The next commit is read as usual.`
    : html`<strong>The last commit broke ${questions}, and could not be taken back.</strong> The server was stopped while it was read, and the branch does not have the commit before any more.`;
}

/** What the last reading found and changed. */
export function lastRead({ last_read: read }: Repository): TemplateResult | typeof nothing {
  if (read === null || read.outcome === 'failed') return nothing;
  const leftOut = leftOutSentence(read.left_out);
  const taken = read.outcome === 'taken_back' ? 'What it would have changed' : 'What it changed';
  return html`<section class="stack" aria-labelledby="last"><div class="spread"><h2 id="last">${taken}</h2><span class="soft small">Read ${formatDateTime(read.ended_at)}${read.site && read.site !== 'plain' ? `, as ${SITES[read.site]} builds it` : ''}</span></div>
    <p class="number">${countsOf(read)}</p>
    ${read.failed.length > 0 ? failedFiles(read) : nothing}
    ${read.changes.length > 0 ? changedFiles(read) : nothing}
    ${leftOut ? html`<p class="soft small">${leftOut}</p>` : nothing}</section>`;
}

function countsOf({ added, changed, renamed, removed, unchanged }: RepositoryRead): string {
  const parts = [
    added && `${plural(added, 'file')} added`,
    changed && `${plural(changed, 'file')} changed`,
    renamed && `${plural(renamed, 'file')} renamed`,
    removed && `${plural(removed, 'file')} removed`,
    unchanged && `${plural(unchanged, 'file')} as before`,
  ].filter(Boolean);
  return `${parts.join(', ')}.`;
}

function failedFiles({ failed }: RepositoryRead): TemplateResult {
  return html`<h3>Could not be read</h3><ul class="list" aria-label="Files that could not be read">${failed.map(
    ({ path, error }) =>
      html`<li class="file"><div class="what grow"><span class="break">${path}</span><span class="soft small">${error.message}</span></div>${badge('Failed', 'bad')}</li>`,
  )}</ul>`;
}

function changedFiles({ changes, added, changed, renamed, removed }: RepositoryRead): TemplateResult {
  const total = added + changed + renamed + removed;
  return html`<ul class="list" aria-label="Files that were changed">${changes.map(
    ({ path, change, former_path }) =>
      html`<li class="file"><div class="what grow"><span class="break">${path}</span>${former_path ? html`<span class="soft small break">before: ${former_path}</span>` : nothing}</div>${CHANGES[change]}</li>`,
  )}</ul>${total > changes.length ? html`<p class="soft small">The first ${changes.length} of ${total} are listed.</p>` : nothing}`;
}
