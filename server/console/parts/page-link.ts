import { html, type TemplateResult } from 'lit';

/** A page that a visitor's client has named: its address as text, and a link only if it is one. */
export function pageLink(address: string): TemplateResult {
  const shown = html`<bdi class="break" dir="ltr">${address.replace(/^https?:\/\//, '')}</bdi>`;
  if (!isWebAddress(address)) return shown;
  return html`<a href=${address} target="_blank" rel="noopener noreferrer nofollow">${shown}<span class="only-read"> (in a new tab)</span></a>`;
}

/** True for http and https addresses. Others must not become links: `javascript:` would run in this console. */
export function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}
