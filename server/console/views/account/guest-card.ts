import { css, html, nothing, type TemplateResult } from 'lit';
import { logo } from '../../parts/icon.ts';
import { shared } from '../../styles/shared.ts';

/** The styles of pages for users who are not signed in. */
export const guestStyles = [
  shared,
  css`
    :host { inline-size: min(25rem, 100%); }
    .guest { display: grid; gap: var(--space-5); }
    .top { display: grid; gap: var(--space-3); justify-items: center; text-align: center; }
    .top p { color: var(--soft); }
    .foot { text-align: center; }
    summary { display: inline-flex; align-items: center; min-block-size: 1.75rem; cursor: pointer; border-radius: var(--round-s); text-decoration: underline dotted; text-underline-offset: 0.25em; }
    .card { box-shadow: var(--shadow-s); }
  `,
];

/** Logo, title and description above a form. */
export function guestCard(given: {
  title: TemplateResult | string;
  lead?: TemplateResult | string;
  body: TemplateResult;
  foot?: unknown;
}): TemplateResult {
  return html`<div class="guest"><div class="top">${logo(44)}<h1 tabindex="-1">${given.title}</h1>${given.lead ? html`<p>${given.lead}</p>` : nothing}</div>
    <div class="card">${given.body}</div>${given.foot ? html`<div class="foot">${given.foot}</div>` : nothing}</div>`;
}
