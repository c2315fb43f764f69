/** Characters of one cookie, and of all that are kept, as names and values. */
const MAX_COOKIE = 4_096;
const MAX_COOKIES = 8_192;
const MAX_COUNT = 30;
/** Headers hold no others. */
const PRINTABLE = /^[\x20-\x7e]*$/;

interface Cookie {
  name: string;
  value: string;
  /** With its port. */
  host: string;
  path: string;
  isSecure: boolean;
}

/** The cookies of one chain of redirects. */
interface CookieJar {
  /** Keeps the cookie of a `Set-Cookie` header that came from this URL, or removes the one that it ends. */
  keep(url: string, header: string): void;
  /** The `Cookie` header for a request to this URL; empty if there are no cookies. */
  headerFor(url: string): string;
}

/**
 * Cookies that go back only to the very host and port that set them, whatever their `Domain` says: a site's own redirects need no more.
 * `Path` and `Secure` hold (RFC 6265). Cookies beyond the limits are left out.
 */
export function createCookieJar(): CookieJar {
  let cookies: Cookie[] = [];
  return {
    keep(url, header) {
      const { cookie, isOver } = parse(header, new URL(url));
      if (!cookie) return;
      const others = cookies.filter((one) => !isSame(one, cookie));
      if (isOver) cookies = others;
      else if (others.length < MAX_COUNT && sizeOf([...others, cookie]) <= MAX_COOKIES) cookies = [...others, cookie];
    },
    headerFor(url) {
      const { host, pathname, protocol } = new URL(url);
      return cookies
        .filter((one) => one.host === host && covers(one.path, pathname) && (!one.isSecure || protocol === 'https:'))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
    },
  };
}

const isSame = (a: Cookie, b: Cookie) => a.name === b.name && a.host === b.host && a.path === b.path;

const sizeOf = (cookies: Cookie[]) => cookies.reduce((total, { name, value }) => total + name.length + value.length, 0);

/** Does the path of a cookie cover this path? */
const covers = (path: string, pathname: string) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);

/** Reads a `Set-Cookie` header. No cookie where it is malformed, too large, or meant for another host. */
function parse(header: string, url: URL): { cookie?: Cookie; isOver?: boolean } {
  const [pair = '', ...rest] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  if (equals < 0 || name === '' || name.length + value.length > MAX_COOKIE || !PRINTABLE.test(name + value)) return {};
  const attributes = new Map(
    rest.map((attribute) => {
      const [key = '', ...text] = attribute.split('=');
      return [key.trim().toLowerCase(), text.join('=').trim()] as const;
    }),
  );
  const isSecure = attributes.has('secure');
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const isOwn = domain === '' || url.hostname === domain || url.hostname.endsWith(`.${domain}`);
  if (!isOwn || (isSecure && url.protocol !== 'https:')) return {};
  const path = attributes.get('path') ?? '';
  return {
    cookie: { name, value, host: url.host, path: path.startsWith('/') ? path : defaultPath(url), isSecure },
    isOver: hasExpired(attributes),
  };
}

/** The folder of the page that set the cookie. */
const defaultPath = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/')) || '/';

/** `Max-Age` counts before `Expires`. */
function hasExpired(attributes: Map<string, string>): boolean {
  const age = attributes.get('max-age') ?? '';
  if (/^-?\d+$/.test(age)) return Number(age) <= 0;
  return Date.parse(attributes.get('expires') ?? '') <= Date.now();
}
