import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ProjectRow } from '../../store/types.ts';
import { errors } from '../errors.ts';
import type { KeyCredential, WidgetCredential } from './credentials.ts';

/** An entry of `allowed_origins`: an exact origin, `https://*.example.com`, `http://localhost:*`, or the literal `null`. */
export type NormalizedOrigin = { origin: string } | { problem: string };

const WILDCARD_LABEL = 'wildcard-label';

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Parses an http or https URL with a host; null for any other text. */
function parseWebUrl(text: string): URL | null {
  const url = parseUrl(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? url : null;
}

/** Returns the entry in its stored form, or a problem that names the value probably meant. */
export function normalizeOrigin(entry: string): NormalizedOrigin {
  const text = entry.trim();
  if (text === 'null' || text === 'http://localhost:*') return { origin: text };
  if (text === '*') return { problem: '"*" would allow every site. List each origin, for example https://example.com' };

  const wildcard = /^(https?:\/\/)\*\.(?=[^*]*$)/i.exec(text);
  if (text.includes('*') && !wildcard) {
    return {
      problem:
        'a wildcard may only replace the leading labels of a host or the port of localhost, as in https://*.example.com or http://localhost:*',
    };
  }
  const plain = wildcard ? text.replace('*', WILDCARD_LABEL) : text;
  const url = parseWebUrl(plain);
  if (!url) {
    const meant = parseWebUrl(`https://${plain}`);
    return {
      problem:
        meant && !/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)
          ? `is not an origin. Did you mean ${toEntry(meant)}?`
          : 'is not an origin. Write it as https://example.com',
    };
  }
  if (wildcard && url.hostname.split('.').length < 3) {
    return { problem: 'a wildcard needs a domain below it, as in https://*.example.com' };
  }
  if (wildcard && hasManyOwners(url.hostname)) {
    return {
      problem: `would allow the sites of everybody: anyone can have a name below ${url.hostname.replace(`${WILDCARD_LABEL}.`, '')}. Name your own domain, as in https://*.example.com`,
    };
  }
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!bare || /[?#@]/.test(plain)) {
    return { problem: `an origin has no path, query or user name. Did you mean ${toEntry(url)}?` };
  }
  return { origin: toEntry(url) };
}

/**
 * Whether the names in the place of the wildcard belong to different owners, as those below `co.uk` and `github.io` do, by the
 * Public Suffix List.
 */
function hasManyOwners(hostname: string): boolean {
  const { getPublicSuffix } = loadSuffixList();
  const suffix = getPublicSuffix(hostname, { allowPrivateDomains: true }) ?? '';
  return suffix.split('.').length >= hostname.split('.').length - 1;
}

/** Loads the list with the first wildcard, as it takes some milliseconds. The build contains the part of the package it needs. */
function loadSuffixList(): typeof import('tldts') {
  const built = fileURLToPath(new URL('../tldts/tldts.cjs', import.meta.url));
  return createRequire(import.meta.url)(existsSync(built) ? built : 'tldts');
}

function toEntry(url: URL): string {
  return url.origin.replace(WILDCARD_LABEL, '*');
}

/**
 * Reports whether a project's normalized entries allow this `Origin` header. A missing header (null) and the opaque origin
 * `null` are allowed only if the literal `null` is listed. A header that is not exactly a serialized origin never matches.
 */
export function originAllowed(allowedOrigins: string[], header: string | null): boolean {
  if (header === null) return allowedOrigins.includes('null');
  if (allowedOrigins.includes(header)) return true;
  const url = parseWebUrl(header);
  if (!url || url.origin !== header) return false;
  return allowedOrigins.some((entry) => matchesWildcard(entry, url));
}

/**
 * Reports whether a page with this `Origin` header may use a widget token. The origin must be listed, and must be the one that
 * the token is bound to, if any. Only the owner can mint a token that traces. If such a token is bound to an origin, that
 * origin need not be listed, so the owner can try a project in the console before any page may use it. A program that holds no
 * token sends no `Origin`, which a page cannot leave out.
 */
function widgetOriginAllowed(
  token: { origin: string | null; trace: boolean; program?: true },
  allowedOrigins: string[],
  header: string | null,
): boolean {
  if (token.program && header === null) return true;
  if (token.origin !== null && token.origin !== header) return false;
  return (token.trace && token.origin !== null) || originAllowed(allowedOrigins, header);
}

/** Throws 403 `origin_not_allowed`. A widget token needs an allowed `Origin`, and the one that it is bound to, if any. A key may be sent without an `Origin`. */
export function requireOrigin(
  { allowedOrigins: listed }: Pick<ProjectRow, 'allowedOrigins'>,
  credential: KeyCredential | WidgetCredential,
  origin: string | null,
): void {
  const allowed =
    credential.kind === 'key'
      ? origin === null || originAllowed(listed, origin)
      : widgetOriginAllowed(credential, listed, origin);
  if (!allowed) throw errors.originNotAllowed();
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
