import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

/** A small button of an icon, whose label is also its tooltip. `pressed` is for one that switches something. */
export function toolButton(label: string, outline: string, click: () => void, pressed?: boolean): TemplateResult {
  return html`<button type="button" class="tool" aria-label=${label} title=${label} aria-pressed=${pressed ?? nothing}
    @click=${click}>${icon(outline)}</button>`;
}
