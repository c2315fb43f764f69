import { html, type TemplateResult } from 'lit';
import { LAUNCHER_ICON } from '../base/launcher.styles.ts';

/** The button in the corner of the page: round, or with words. */
export function chatLauncher(label: string, words: string | undefined, open: () => void): TemplateResult {
  return html`<button class="launcher" part="launcher" type="button" aria-haspopup="dialog" aria-label=${words || label}
    @click=${open}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${LAUNCHER_ICON} /></svg>${words}</button>`;
}
