import type { RepositoryLook } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatBytes, plural } from '../../format.ts';
import { isWebAddress } from '../../parts/page-link.ts';
import { shortAddress } from '../sources/source-labels.ts';
import { SITES } from './repository-fields.ts';
import { commitLine, leftOutSentence } from './repository-labels.ts';

/** The styles of the preview, and of the look that leads to it. */
export const previewStyles = css`
  .going { display: grid; gap: var(--space-2); }
  .preview { display: grid; gap: var(--space-2); }
  .preview h3 { outline: none; scroll-margin-block-start: var(--space-4); }
  .preview .commit { display: grid; gap: 0.125rem; }
  .files { max-block-size: 16rem; overflow-y: auto; }
  .files li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 var(--space-3); padding: var(--space-2) var(--space-3); min-block-size: 0; }
  .files .leads { grid-column: 1 / -1; }
`;

/** What would be read of a repository. */
export function repositoryPreview(look: RepositoryLook): TemplateResult {
  const { branch, commit, site, total, files, left_out } = look;
  const leftOut = leftOutSentence(left_out);
  return html`<section class="preview" aria-labelledby="preview"><h3 id="preview" tabindex="-1">${plural(total, 'file')} of the branch <bdi>${branch}</bdi> would be read</h3>
    <p class="commit"><span class="soft small">The last commit of the branch:</span>${commitLine(commit)}</p>
    ${site === 'plain' ? nothing : html`<p class="soft small">Its settings are those of ${SITES[site]}.</p>`}
    <ul class="list files" tabindex="0" aria-label="Files that would be read">${files.map(
      ({
        path,
        size,
        url,
      }) => html`<li><span class="break">${path}</span><span class="soft small number">${formatBytes(size)}</span>
        ${url && isWebAddress(url) ? html`<a class="small break leads" href=${url} target="_blank" rel="noopener noreferrer">${shortAddress(url)}</a>` : nothing}</li>`,
    )}</ul>
    ${total > files.length ? html`<p class="soft small">The first ${files.length} are listed.</p>` : nothing}
    ${leftOut ? html`<p class="soft small">${leftOut}</p>` : nothing}</section>`;
}
