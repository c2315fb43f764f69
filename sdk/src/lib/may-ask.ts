/** May the page that sent this have a token? `origins` are exact; without them, the pages of the backend's own origin may. */
export function mayAsk(request: Request, origin: string, origins: readonly string[] | undefined): boolean {
  if (origins) return origins.includes(origin);
  // Behind a proxy that ends TLS the backend does not know its own scheme, but browsers tell what they compared.
  const site = request.headers.get('sec-fetch-site');
  return site ? site === 'same-origin' : origin === new URL(request.url).origin;
}
