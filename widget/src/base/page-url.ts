/** The API's limit, in characters. */
const MAX_LENGTH = 2048;

/** This page without its query and fragment, which may hold what the visitor typed; empty if it is not a page of the web. */
export function pageUrl(): string {
  const { protocol, origin, pathname } = location;
  return /^https?:$/.test(protocol) ? (origin + pathname).slice(0, MAX_LENGTH) : '';
}
