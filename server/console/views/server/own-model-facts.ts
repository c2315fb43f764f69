import type { ServerModel } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes, formatCount } from '../../format.ts';

/** What was read of a model of the operator's own, folded; nothing of one on offer. */
export function ownModelFacts({ own }: ServerModel): TemplateResult | typeof nothing {
  if (!own) return nothing;
  const { context_tokens, vectors, files } = own;
  const before = (words: string, of: string) =>
    words === '' ? `nothing stands before ${of}` : `“${words}” stands before ${of}`;
  return html`<details class="kept"><summary class="small">Added by you: read and checked, not run</summary><div class="stack small">
    <p>It reads ${formatCount(context_tokens)} tokens at once.${vectors ? ` Its vectors have ${formatCount(vectors.dimensions)} numbers and are pooled by ${vectors.pooling}; ${before(vectors.query_prefix, 'questions')}, and ${before(vectors.passage_prefix, 'passages')}.` : nothing} These files were pinned; if a byte of them changes, it is not run:</p>
    <ul class="plain">${files.map(({ path, size, sha256 }) => html`<li><span><span class="break">${path}</span>, ${formatBytes(size)}, SHA-256 <code class="break">${sha256}</code></span></li>`)}</ul></div></details>`;
}
