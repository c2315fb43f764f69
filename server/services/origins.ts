/** What a project may list: an exact origin, `https://*.example.com`, `http://localhost:*`, or the literal `null`. */
export type NormalizedOrigin = { origin: string } | { problem: string };

const WILDCARD_LABEL = 'wildcard-label';

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** `scheme://host[:port]` with a host that ends where its last label does; null where the text is not such a URL. */
function webUrl(text: string): URL | null {
  const url = urlOf(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? url : null;
}

/** An entry of `allowed_origins` as it is stored, or why it cannot be one, naming the value that was probably meant. */
export function normalizeOrigin(entry: string): NormalizedOrigin {
  const text = entry.trim();
  if (text === 'null' || text === 'http://localhost:*') return { origin: text };
  if (text === '*') return { problem: '"*" would allow every site. List each origin, for example https://example.com' };

  const wildcard = /^(https?:\/\/)\*\.(?=[^*]*$)/i.exec(text);
  if (text.includes('*') && !wildcard) {
    return {
      problem: 'a wildcard stands for whole labels in front, as in https://*.example.com, or http://localhost:*',
    };
  }
  const plain = wildcard ? text.replace('*', WILDCARD_LABEL) : text;
  const url = webUrl(plain);
  if (!url) {
    const meant = webUrl(`https://${plain}`);
    return {
      problem:
        meant && !/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)
          ? `is not an origin. Did you mean ${shown(meant)}?`
          : 'is not an origin. Write it as https://example.com',
    };
  }
  if (wildcard && url.hostname.split('.').length < 3) {
    return { problem: 'a wildcard needs a domain below it, as in https://*.example.com' };
  }
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!bare || /[?#@]/.test(plain)) {
    return { problem: `an origin has no path, query or user name. Did you mean ${shown(url)}?` };
  }
  return { origin: shown(url) };
}

function shown(url: URL): string {
  return url.origin.replace(WILDCARD_LABEL, '*');
}

/**
 * Is this `Origin` header among a project's normalised entries? Null (absent) and anything that is not byte for byte a
 * serialised origin never match; the opaque origin `null` matches only where it is listed.
 */
export function originAllowed(allowedOrigins: string[], header: string | null): boolean {
  if (header === null) return allowedOrigins.includes('null');
  if (allowedOrigins.includes(header)) return true;
  const url = webUrl(header);
  if (!url || url.origin !== header) return false;
  return allowedOrigins.some((entry) => matchesWildcard(entry, url));
}

/**
 * May a page with this `Origin` header use a widget token? It must be listed, and the one that the token is bound to, if any.
 * A token that traces is minted by the owner alone: where it is bound to a page, that page need not be listed. So the owner's
 * console asks of a project that no page may use yet, and no other page may.
 */
export function widgetOriginAllowed(
  token: { origin: string | null; trace: boolean },
  allowedOrigins: string[],
  header: string | null,
): boolean {
  if (token.origin !== null && token.origin !== header) return false;
  return (token.trace && token.origin !== null) || originAllowed(allowedOrigins, header);
}

function matchesWildcard(entry: string, url: URL): boolean {
  if (entry === 'http://localhost:*') return url.protocol === 'http:' && url.hostname === 'localhost';
  if (!entry.includes('://*.')) return false;
  const pattern = new URL(entry.replace('*', WILDCARD_LABEL));
  if (pattern.protocol !== url.protocol || pattern.port !== url.port) return false;
  const base = pattern.hostname.split('.').slice(1);
  const labels = url.hostname.split('.');
  return (
    labels.length > base.length &&
    !labels.includes('') &&
    labels.slice(-base.length).every((label, index) => label === base[index])
  );
}
