import { css, html, type TemplateResult } from 'lit';

/** For the `styles` of a view that uses `settingsSection`. */
export const settingsSectionStyles = css`
  .section { display: grid; grid-template-columns: minmax(0, 17rem) minmax(0, 1fr); gap: var(--space-4) var(--space-6); padding-block: var(--space-6); border-block-start: 1px solid var(--line); }
  .section .about { display: grid; gap: var(--space-1); align-content: start; }
  .section .about p { color: var(--soft); font-size: var(--text-s); }
  :host(:first-child) .section { border-block-start: 0; padding-block-start: var(--space-2); }
  @media (max-width: 60rem) { .section { grid-template-columns: minmax(0, 1fr); padding-block: var(--space-5); } }
`;

/** A section of a settings page: title and description on the left, fields on the right. */
export function settingsSection(title: string, about: TemplateResult | string, body: unknown): TemplateResult {
  return html`<section class="section" aria-label=${title}><div class="about"><h2 tabindex="-1">${title}</h2><p>${about}</p></div><div class="stack">${body}</div></section>`;
}
