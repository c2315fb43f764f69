import robotsParser from 'robots-parser';
import { SourceFailure, sourceFailures } from '../failures.ts';
import type { Fetcher } from '../web/fetch.ts';
import { readText } from '../web/web-text.ts';

/** The package's types are those of an ES module, which it is not. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** What a site lets robots do. */
export interface Robots {
  allows(url: string): boolean;
  /** Milliseconds that it wants between two requests. */
  delay: number;
  /** Addresses of its sitemaps, as it writes them. */
  sitemaps: string[];
}

/** The name that rules for us alone are under. */
const ROBOT = 'footnote';
const LARGEST = 1024 * 1024;
/** What is looked at of it, as RFC 9309 wants. */
const LONGEST = 500 * 1024;
/** Characters of rules with wildcards. Every address is held against every rule, and these are slow to check. */
const MOST_WILD = 6_000;
const LONGEST_DELAY = 60_000;

/** Where the rules for an address lie. */
export const robotsUrl = (origin: string): string => `${origin}/robots.txt`;

/** The rules in the text of `origin`'s robots.txt. */
export function readRobots(origin: string, text: string): Robots {
  const parsed = parseRobots(robotsUrl(origin), tamed(text));
  return {
    allows: (url) => parsed.isAllowed(url, ROBOT) !== false,
    delay: Math.min(LONGEST_DELAY, Math.max(0, (parsed.getCrawlDelay(ROBOT) ?? 0) * 1_000)),
    sitemaps: parsed.getSitemaps(),
  };
}

/** With fewer wildcards, where there are more than any site needs: what comes after forbids rather more than it says. */
function tamed(text: string): string {
  let wild = 0;
  const tame = (line: string) => {
    const star = line.indexOf('*');
    const rule = /^\s*(allow|disallow)\s*:/i.exec(line)?.[1]?.toLowerCase();
    if (star < 0 || !rule) return line;
    wild += line.length;
    if (wild <= MOST_WILD) return line;
    return rule === 'allow' ? '' : line.slice(0, star);
  };
  return text
    .split(/\r\n|\r|\n/)
    .map(tame)
    .join('\n');
}

/**
 * The text of a site's robots.txt, empty where it has none. Rejects with a `SourceFailure` where it is not known whether it
 * has one: then nothing of it may be read (RFC 9309).
 */
export async function fetchRobots(fetcher: Fetcher, origin: string, signal: AbortSignal): Promise<string> {
  try {
    return (await readText(fetcher, robotsUrl(origin), LARGEST, signal)).slice(0, LONGEST);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    if (error.status !== undefined && error.status >= 400 && error.status < 500 && !error.transient) return '';
    if (error.status !== undefined) throw sourceFailures.robotsUnavailable(error.retryAfter);
    throw error;
  }
}
