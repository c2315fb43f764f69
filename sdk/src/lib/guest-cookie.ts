const NAME = 'footnote_visitor';
/** The format of guest ids: 128 random bits. Anything else in the cookie is ignored, as a client could put a known visitor's id there. */
const GUEST = /^vis_[0-9A-Za-z]{20,24}$/;
const DAYS_30 = 30 * 24 * 60 * 60;

/** The guest id in the cookie of a request. */
export function guestOf(request: Request): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=');
    if (name === NAME && GUEST.test(value)) return value;
  }
  return undefined;
}

/** The cookie that stores a guest id. Scripts cannot read it, and other sites' pages do not send it. */
export function guestCookie(visitorId: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${visitorId}; Path=/; Max-Age=${DAYS_30}; HttpOnly; SameSite=Lax${secure}`;
}
