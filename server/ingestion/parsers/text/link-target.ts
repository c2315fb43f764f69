import type { Link } from '../../types.ts';

/** A longer address is not kept, in characters. */
const MAX_ADDRESS = 1_000;
/** More is not the text of a link but what leads on when it is clicked, as a card. */
const MAX_LABEL = 200;
/** What a reader would take for the place that a link leads to: an address, with or without its scheme. */
const SAYS_ADDRESS = /^(?:https?:\/\/|(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,20}(?::\d{1,5})?(?=$|[/?#\s]))/iu;

/** A path, a query or a fragment without what an address has before it. */
const RELATIVE = /^(?!\/\/|[a-z][a-z\d+.-]*:)[^\s\\<>"]+$/i;

/**
 * The address on the web that a link leads to, whole; without `base`, where the page is, a relative one as it is written. Undefined for
 * any other.
 */
export function linkTarget(href: string | undefined, base?: URL): string | undefined {
  if (!href || href.length > MAX_ADDRESS) return undefined;
  const written = href.trim();
  if (base === undefined && RELATIVE.test(written)) return written;
  const url = URL.parse(written, base);
  // A name before the host makes an address look like another one.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url.href.length > MAX_ADDRESS ? undefined : url.href;
}

/**
 * The links that are kept: those whose text has letters and is in one line, so that Markdown can hold it and it is no marker of a
 * citation. One whose text is an address is none: that leads there by itself, and may not lead to another site.
 */
export const keptLinks = (text: string, links: readonly Link[]): Link[] =>
  links.filter(({ start, end, address }) => {
    const label = text.slice(start, end);
    const misleads = SAYS_ADDRESS.test(label) && !RELATIVE.test(address);
    return label.length <= MAX_LABEL && /\p{L}/u.test(label) && !/[[\]\n]/.test(label) && !misleads;
  });
