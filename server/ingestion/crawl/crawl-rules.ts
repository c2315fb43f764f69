import type { CrawlOptions } from '@footnote/sdk/contract';
import type { Robots } from './robots.ts';

export interface CrawlRules {
  origin: string;
  wanted: Required<CrawlOptions>;
  robots: Robots;
}

/** Why a page is not read; null where it is. */
export function skipReason(
  url: string,
  depth: number,
  rules: CrawlRules,
): 'other_origin' | 'excluded' | 'depth' | 'robots' | null {
  // Compare parsed origins: neither a name with the same prefix nor a user name before another host belongs to the site.
  const parsed = URL.parse(url);
  if (parsed?.origin !== rules.origin) return 'other_origin';
  if (depth > 0 && isExcluded(url, rules.wanted)) return 'excluded';
  if (depth > rules.wanted.max_depth) return 'depth';
  return rules.robots.allows(url) ? null : 'robots';
}

/** Is the page excluded by the source's owner? The first page is read all the same, for its links. */
export function isExcluded(url: string, { include, exclude }: Required<CrawlOptions>): boolean {
  const { pathname } = new URL(url);
  if (exclude.some((pattern) => matchesPattern(pathname, pattern))) return true;
  return include.length > 0 && !include.some((pattern) => matchesPattern(pathname, pattern));
}

/**
 * Does a path match a pattern in which `*` stands for any characters? Each part between stars is searched for once, from
 * where the last one ended, so the time is at most the length of the path times the number of parts.
 */
export function matchesPattern(path: string, pattern: string): boolean {
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
