/** True if the requesting page may get a token. `origins` are exact; by default only the backend's own origin may. */
export function mayAsk(request: Request, origin: string, origins: readonly string[] | undefined): boolean {
  if (origins) return origins.includes(origin);
  // Behind a TLS proxy the backend does not know its own scheme, but browsers send the result of their comparison.
  const site = request.headers.get('sec-fetch-site');
  return site ? site === 'same-origin' : origin === new URL(request.url).origin;
}
