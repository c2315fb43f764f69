/** True if the list of origins allows this one, by the server's rules. Used to warn the owner in advance. */
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
