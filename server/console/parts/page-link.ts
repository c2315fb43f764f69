import { html, type TemplateResult } from 'lit';
import { isWebAddress } from './web-address.ts';

/** A page that a visitor's client has named: its address as text, and a link only if it is one. */
export function pageLink(address: string): TemplateResult {
  const shown = html`<bdi class="break" dir="ltr">${address.replace(/^https?:\/\//, '')}</bdi>`;
  if (!isWebAddress(address)) return shown;
  return html`<a href=${address} target="_blank" rel="noopener noreferrer nofollow">${shown}<span class="only-read"> (in a new tab)</span></a>`;
}
