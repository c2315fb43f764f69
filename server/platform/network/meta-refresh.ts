/** Where a page leads by itself, after so many seconds. The address may be relative to the page's. */
export interface Refresh {
  seconds: number;
  url: string;
}

/** Longer addresses are no links either. */
const MAX_LENGTH = 2_048;

/** Reads the `content` of `<meta http-equiv="refresh">`; null where it names no address. */
export function readRefresh(content = ''): Refresh | null {
  const text = content.slice(0, MAX_LENGTH).trim();
  const seconds = Number.parseInt(text, 10);
  const end = text.search(/[;,\s]/);
  if (Number.isNaN(seconds) || end < 0) return null;
  const target = text
    .slice(end)
    .replace(/^[;,\s]+/, '')
    .replace(/^url\s*=\s*/i, '');
  const [, quote] = /^(["'])/.exec(target) ?? [];
  const url = (quote ? (target.slice(1).split(quote)[0] ?? '') : target).trim();
  return url === '' ? null : { seconds, url };
}
