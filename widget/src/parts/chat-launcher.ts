import { html, type TemplateResult } from 'lit';
import { LAUNCHER_ICON } from './launcher.styles.ts';

/** The round button in the corner of the page. */
export function chatLauncher(label: string, open: () => void): TemplateResult {
  return html`<button class="launcher" part="launcher" type="button" aria-haspopup="dialog" aria-label=${label}
    @click=${open}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${LAUNCHER_ICON} /></svg></button>`;
}
