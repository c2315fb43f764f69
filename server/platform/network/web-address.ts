/**
 * Whether a stored text may be served as a link. It must be an http or https address without a user name: `javascript:` and
 * `data:` run code in the page that shows the link, and a user name can make an address look like another site's.
 */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Enough for the path of any page that is written for readers. */
export const MAX_PAGE_LENGTH = 500;

/**
 * The page of a web address: without query and fragment, which may hold what a visitor searched for or a secret, and cut at a
 * limit. Its origin and its path tell pages apart.
 */
export function pageOf(address: string): string {
  const { origin, pathname } = new URL(address);
  // A cut must not leave half of an escaped byte.
  return (origin + pathname).slice(0, MAX_PAGE_LENGTH).replace(/%[\da-f]?$/i, '');
}
