import type { DroppedClaim, TracedClaim } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../parts/icon.ts';

/** The styles of the sentences. */
export const checkStyles = css`
  .claims { display: grid; gap: var(--space-2); }
  .claims li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem var(--space-3); }
  .claims li > svg { margin-block-start: 0.1875rem; }
  .claims .kept > svg { color: var(--good); }
  .claims .out > svg { color: var(--bad); }
  .claims .said { overflow-wrap: anywhere; }
  .claims .out .said { color: var(--soft); }
  .claims .why { grid-column: 2; }
`;

const WHY: Readonly<Record<DroppedClaim['reason'], (marker: number | null) => string>> = {
  unsupported: (marker) => `The passage that it cites (${marker ?? '?'}) does not support it.`,
  no_such_passage: (marker) => `It cites a passage (${marker ?? '?'}) that does not exist.`,
  uncited: () => 'It cites no passage, and no passage supports it.',
};

/** The sentences of the answer with their citations, and those that the checks removed. */
export function checks(claims: readonly TracedClaim[], dropped: readonly DroppedClaim[]): TemplateResult {
  return html`${
    claims.length === 0
      ? nothing
      : html`<ul class="claims" aria-label="Said">${claims.map(
          ({
            sentence,
            markers,
          }) => html`<li class="kept">${icon('check', 16)}<span class="said" dir="auto">${sentence}</span>
        <span class="why soft small">${markers.length === 0 ? 'No marker' : `Found in ${markers.map((marker) => `[${marker}]`).join(' ')}`}</span></li>`,
        )}</ul>`
  }
  ${
    dropped.length === 0
      ? nothing
      : html`<h3>Removed</h3><ul class="claims" aria-label="Removed">${dropped.map(
          ({ sentence, marker, reason }) =>
            html`<li class="out">${icon('close', 16)}<span class="said" dir="auto">${sentence}</span><span class="why soft small">${WHY[reason](marker)}</span></li>`,
        )}</ul>`
  }`;
}
