import type { Source } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatBytes, formatCount, formatDateTime } from '../../format.ts';
import { isWebAddress } from '../../parts/page-link.ts';
import { kindOf, shortAddress } from '../sources/source-labels.ts';
import { foundIn } from './left-out.ts';

/** The styles of the facts. */
export const factStyles = css`
  .about { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); gap: var(--space-4); }
  .about dd { overflow-wrap: anywhere; }
  .about div:has(a) { grid-column: span 2; }
  @media (max-width: 40rem) { .about { grid-template-columns: 1fr 1fr; } }
`;

/** The properties of a source: its original, and when it was read. */
export function sourceFacts(source: Source): TemplateResult {
  const { metadata, chunks_count, created_at, completed_at, status, external_id, repository_id, edit_url } = source;
  const { filename, title, size, pages, url, final_url, canonical_url, fetched_at, changed_at } = metadata;
  const link = (address: string) =>
    isWebAddress(address)
      ? html`<a href=${address} target="_blank" rel="noopener noreferrer">${shortAddress(address)}</a>`
      : address;
  return html`<dl class="about">
    ${fact('Kind', kindOf(source))}
    ${title && title !== filename && source.type !== 'text' ? fact('Title', title) : nothing}
    ${external_id ? fact('Path', external_id) : nothing}
    ${repository_id ? fact('Read from', html`<a href=${`/projects/${encodeURIComponent(source.project_id)}/repositories/${encodeURIComponent(repository_id)}`}>its git repository</a>`) : nothing}
    ${edit_url && isWebAddress(edit_url) ? fact('Changed there', html`<a href=${edit_url} target="_blank" rel="noopener noreferrer">edit this page</a>`) : nothing}
    ${source.url ? fact(repository_id ? 'Citations open' : 'On your website', link(source.url)) : nothing}
    ${url ? fact('Address', link(url)) : nothing}
    ${final_url && final_url !== url ? fact('Leads to', link(final_url)) : nothing}
    ${canonical_url && canonical_url !== (final_url ?? url) ? fact('Calls itself', link(canonical_url)) : nothing}
    ${size !== undefined ? fact('Size', formatBytes(size)) : nothing}
    ${foundIn(source) ? fact('Found in it', foundIn(source)) : pages ? fact('Pages', formatCount(pages)) : nothing}
    ${status === 'completed' || chunks_count > 0 ? fact('Passages', formatCount(chunks_count)) : nothing}
    ${fact('Added', formatDateTime(created_at))}
    ${fetched_at ? fact('Last answered', formatDateTime(fetched_at)) : completed_at ? fact('Read', formatDateTime(completed_at)) : nothing}
    ${changed_at && changed_at !== fetched_at ? fact('Last changed', formatDateTime(changed_at)) : nothing}
    ${ownMetadata(source).map(([name, value]) => fact(name, value))}
  </dl>`;
}

/** What the server knows of a document has its own places; the rest is its owner's. */
const KNOWN = new Set<string>([
  'filename',
  'content_type',
  'size',
  'pages',
  'title',
  'url',
  'final_url',
  'canonical_url',
  'fetched_at',
  'changed_at',
]);
export const ownMetadata = ({ metadata }: Source): [name: string, value: string][] =>
  Object.entries(metadata).flatMap(([name, value]) => (KNOWN.has(name) ? [] : [[name, String(value)]]));

const fact = (name: string, value: unknown) => html`<div><dt class="soft small">${name}</dt><dd>${value}</dd></div>`;
