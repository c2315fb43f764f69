/** Where a page leads by itself, after this many seconds. */
export interface Refresh {
  seconds: number;
  /** It may be relative to the page's own. Empty where the page only loads itself again. */
  url: string;
}

/** A page that leads on later than this stays long enough to be read. */
export const MAX_REDIRECT_SECONDS = 30;
/** Characters. A page with less text that leads elsewhere only says that. */
export const MIN_OWN_TEXT = 300;
/** Longer addresses are no links either. */
const MAX_LENGTH = 2_048;

/** Reads the `content` of `<meta http-equiv="refresh">`, or the header `Refresh`; null where it begins with no number. */
export function readRefresh(content = ''): Refresh | null {
  const text = content.slice(0, MAX_LENGTH).trim();
  const seconds = Number.parseInt(text, 10);
  if (Number.isNaN(seconds)) return null;
  const end = text.search(/[;,\s]/);
  if (end < 0) return { seconds, url: '' };
  const target = text
    .slice(end)
    .replace(/^[;,\s]+/, '')
    .replace(/^url\s*=\s*/i, '');
  const [, quote] = /^(["'])/.exec(target) ?? [];
  const url = (quote ? (target.slice(1).split(quote)[0] ?? '') : target).trim();
  return { seconds, url };
}
