const NAME = 'footnote_visitor';
/** As Footnote makes them: 128 random bits. Nothing else is taken from a cookie, which anybody may write: an id of the customer's own could be guessed. */
const GUEST = /^vis_[0-9A-Za-z]{20,24}$/;
const DAYS_30 = 30 * 24 * 60 * 60;

/** The guest that a request's cookie names. */
export function guestOf(request: Request): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=');
    if (name === NAME && GUEST.test(value)) return value;
  }
  return undefined;
}

/** Remembers a guest. No script reads it; other sites' pages do not send it. */
export function guestCookie(visitorId: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${visitorId}; Path=/; Max-Age=${DAYS_30}; HttpOnly; SameSite=Lax${secure}`;
}
