/** Does a project's list let a page of this origin in? The same rule as the server's, to warn the owner beforehand. */
export function allows(origins: readonly string[], origin: string): boolean {
  const page = new URL(origin);
  return origins.some((entry) => {
    if (entry === origin) return true;
    if (entry === 'http://localhost:*') return page.protocol === 'http:' && page.hostname === 'localhost';
    if (!entry.includes('://*.')) return false;
    const pattern = new URL(entry.replace('*.', ''));
    return (
      pattern.protocol === page.protocol && pattern.port === page.port && page.hostname.endsWith(`.${pattern.hostname}`)
    );
  });
}
