import type { CrawlOptions } from '@footnote/sdk/contract';
import type { Robots } from './robots.ts';

export interface CrawlRules {
  origin: string;
  wanted: Required<CrawlOptions>;
  robots: Robots;
}

/** Why a page may not be read; null: it may. */
export function reasonAgainst(
  url: string,
  depth: number,
  rules: CrawlRules,
): 'other_origin' | 'excluded' | 'depth' | 'robots' | null {
  // The origin of the parsed address: neither a name that begins alike nor a user name before another host is of the site.
  const parsed = URL.parse(url);
  if (parsed?.origin !== rules.origin) return 'other_origin';
  if (depth > 0 && isExcluded(url, rules.wanted)) return 'excluded';
  if (depth > rules.wanted.max_depth) return 'depth';
  return rules.robots.allows(url) ? null : 'robots';
}

/** Is the page one that its owner does not want? The first page is read all the same, for where it leads. */
export function isExcluded(url: string, { include, exclude }: Required<CrawlOptions>): boolean {
  const { pathname } = new URL(url);
  if (exclude.some((pattern) => fits(pathname, pattern))) return true;
  return include.length > 0 && !include.some((pattern) => fits(pathname, pattern));
}

/**
 * Does a path fit a pattern, in which `*` stands for any characters? Each part between stars is looked for once, from where
 * the last one ended, so that no pattern takes longer than the path is long for each of its parts.
 */
export function fits(path: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (!path.startsWith(first)) return false;
  const last = parts.pop();
  if (last === undefined) return path === first;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
