import robotsParser from 'robots-parser';
import { SourceFailure, sourceFailures } from '../failures.ts';
import { fetchText } from '../web/fetch-text.ts';
import type { Fetcher } from '../web/fetcher.ts';

/** The package's types say ES module, but it is CommonJS. */
const robotsParserFunction = robotsParser as unknown as typeof robotsParser.default;

/** The rules of a site's robots.txt for this crawler. */
export interface Robots {
  allows(url: string): boolean;
  /** `Crawl-delay`, milliseconds. */
  delay: number;
  /** The sitemaps that it names, as it writes them. */
  sitemaps: string[];
}

/** The user agent whose rules apply. */
const USER_AGENT = 'footnote';
const MAX_BYTES = 1024 * 1024;
/** Only this much is parsed; RFC 9309 asks for 500 KiB at least. */
const MAX_PARSED_CHARACTERS = 500 * 1024;
/** Every URL is matched against every rule, and rules with wildcards are slow to match. */
const MAX_WILDCARD_CHARACTERS = 6_000;
const MAX_DELAY = 60_000;

/** The URL of an origin's robots.txt. */
export const robotsUrl = (origin: string): string => `${origin}/robots.txt`;

/** Parses the text of `origin`'s robots.txt. */
export function parseRobots(origin: string, text: string): Robots {
  const parsed = robotsParserFunction(robotsUrl(origin), limitWildcards(text));
  return {
    allows: (url) => parsed.isAllowed(url, USER_AGENT) !== false,
    delay: Math.min(MAX_DELAY, Math.max(0, (parsed.getCrawlDelay(USER_AGENT) ?? 0) * 1_000)),
    sitemaps: parsed.getSitemaps(),
  };
}

/** Cuts wildcards beyond `MAX_WILDCARD_CHARACTERS`. The rules that are cut forbid more than they say, never less. */
function limitWildcards(text: string): string {
  let wildcardCharacters = 0;
  const limit = (line: string) => {
    const star = line.indexOf('*');
    const rule = /^\s*(allow|disallow)\s*:/i.exec(line)?.[1]?.toLowerCase();
    if (star < 0 || !rule) return line;
    wildcardCharacters += line.length;
    if (wildcardCharacters <= MAX_WILDCARD_CHARACTERS) return line;
    return rule === 'allow' ? '' : line.slice(0, star);
  };
  return text
    .split(/\r\n|\r|\n/)
    .map(limit)
    .join('\n');
}

/**
 * Fetches a site's robots.txt; empty where it has none. Rejects with a `SourceFailure` where that cannot be told: then
 * nothing of the site may be read (RFC 9309).
 */
export async function fetchRobots(fetcher: Fetcher, origin: string, signal: AbortSignal): Promise<string> {
  try {
    return (await fetchText(fetcher, robotsUrl(origin), MAX_BYTES, signal)).slice(0, MAX_PARSED_CHARACTERS);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    if (error.status !== undefined && error.status >= 400 && error.status < 500 && !error.transient) return '';
    if (error.status !== undefined) throw sourceFailures.robotsUnavailable(error.retryAfter);
    throw error;
  }
}
