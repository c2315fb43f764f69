import type { Repository, RepositoryCommit, RepositoryLeftOut } from '@footnote/sdk';
import { html, type TemplateResult } from 'lit';
import { formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { badge } from '../../parts/states.ts';
import { shortAddress } from '../sources/source-labels.ts';

/** `github.com/example/handbook`. */
export const repositoryName = ({ url }: Pick<Repository, 'url'>): string => shortAddress(url).replace(/\.git$/, '');

/** True while it waits to be read, or is being read. */
export const isUnderWay = ({ state }: Repository): boolean => state !== 'idle';

/** The state of a repository as a badge. */
export function repositoryBadge({ state, last_read: read }: Repository): TemplateResult {
  if (state === 'queued') return badge('Waiting');
  if (state === 'reading') return badge('Being read', 'accent', { dot: true });
  if (read?.outcome === 'failed') return badge('Failed', 'bad');
  if (read?.outcome === 'taken_back') return badge('Taken back', 'warn');
  if (read && read.broken.length > 0) return badge('Answers broken', 'warn');
  return read && read.failed.length > 0 ? badge('Read, in part', 'warn') : badge('Up to date', 'good');
}

/** Short id, subject, author and the time of the author. Both are the words of others, in any direction. */
export function commitLine({ id, subject, author, authored_at }: RepositoryCommit): TemplateResult {
  return html`<span class="break"><code title=${id}>${id.slice(0, 7)}</code> <bdi>${subject}</bdi></span>
    <span class="soft small"><bdi>${author}</bdi>, <time datetime=${authored_at} title=${formatDateTime(authored_at)}>${formatRelativeTime(authored_at)}</time></span>`;
}

/** What of a commit was not read, as one sentence; empty if that is nothing. */
export function leftOutSentence({ links, submodules, lfs, too_large, names }: RepositoryLeftOut): string {
  const parts = [
    links && plural(links, 'link'),
    submodules && plural(submodules, 'submodule'),
    lfs && plural(lfs, 'file in Git LFS', 'files in Git LFS'),
    too_large && plural(too_large, 'file that is too large', 'files that are too large'),
    names && plural(names, 'file whose name is not taken', 'files whose names are not taken'),
  ].filter(Boolean);
  return parts.length === 0 ? '' : `Left out: ${parts.join(', ')}.`;
}
