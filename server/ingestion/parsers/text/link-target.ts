import type { Link } from '../../types.ts';

/** A longer address is not kept, in characters. */
const MAX_ADDRESS = 1_000;
/** More is not the text of a link but what leads on when it is clicked, as a card. */
const MAX_LABEL = 200;
/** What a reader would take for the place that a link leads to: an address, with or without its scheme. */
const SAYS_ADDRESS = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,20}(?::\d{1,5})?(?=$|[/?#\s])/iu;

/** The address on the web that a link leads to, whole; undefined for any other. `base`: where the page is, if it is known. */
export function linkTarget(href: string | undefined, base?: URL | string): string | undefined {
  if (!href || href.length > MAX_ADDRESS) return undefined;
  const url = URL.parse(href.trim(), base);
  // A name before the host makes an address look like another one.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url.href.length > MAX_ADDRESS ? undefined : url.href;
}

/**
 * The links that are kept: those whose text has letters and is in one line, so that Markdown can hold it and it is no marker of a
 * citation. One whose text is an address is none: that leads there by itself, and may not lead elsewhere.
 */
export const keptLinks = (text: string, links: readonly Link[]): Link[] =>
  links.filter(({ start, end }) => {
    const label = text.slice(start, end);
    return label.length <= MAX_LABEL && /\p{L}/u.test(label) && !/[[\]\n]/.test(label) && !SAYS_ADDRESS.test(label);
  });
