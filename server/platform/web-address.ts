/**
 * Whether a stored text may be served as a link. It must be an http or https address without a user name: `javascript:` and
 * `data:` run code in the page that shows the link, and a user name can make an address look like another site's.
 */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
