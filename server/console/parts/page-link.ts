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

/** What was typed as an address: with `https://` where it has no scheme, such as `example.com/help`. */
export function addressOf(text: string): string {
  const address = text.trim();
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}
