import { sourceFailures } from '../failures.ts';
import { createCookieJar } from './cookie-jar.ts';
import { type AddressRange, checkUrl } from './url-policy.ts';

const MAX_REDIRECTS = 5;

/** One request for a page and the redirects that follow from it. */
export interface RedirectChain {
  /**
   * Takes the next URL, which is checked as the first one was. Returns it in its normal form, with the header that holds its cookies.
   * Throws a `SourceFailure` where it may not be read, and after too many redirects or in a circle.
   */
  next(target: string): { url: string; cookies: Record<string, string> };
  /** Keeps the cookies that an answer sets for the rest of the chain. */
  keepCookies(url: string, setCookie: string | string[] | undefined): void;
}

/** `mayFollow`: may a redirect to this URL be followed? */
export function startChain(
  allowedRanges: AddressRange[],
  mayFollow: (url: string) => boolean = () => true,
): RedirectChain {
  const seen = new Set<string>();
  const jar = createCookieJar();
  return {
    next(target) {
      const url = checkUrl(target, allowedRanges);
      if (url === null)
        throw seen.size > 0 ? sourceFailures.redirectNotAllowed(target) : sourceFailures.urlNotAllowed(target);
      const cookie = jar.headerFor(url);
      // With other cookies, the same address may answer otherwise.
      const request = `${url}\n${cookie}`;
      if (seen.size > MAX_REDIRECTS || seen.has(request)) throw sourceFailures.urlRedirects();
      if (seen.size > 0 && !mayFollow(url)) throw sourceFailures.urlLeadsAway();
      seen.add(request);
      return { url, cookies: cookie === '' ? {} : { cookie } };
    },
    keepCookies(url, setCookie = []) {
      for (const header of [setCookie].flat()) jar.keep(url, header);
    },
  };
}
