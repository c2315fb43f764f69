import type { Project, WidgetOrigin } from '@footnote/sdk';

/** True if the list of origins allows this one, by the server's rules. Used to warn the owner in advance. */
export function allows(origins: readonly string[], origin: string): boolean {
  const page = URL.parse(origin);
  return origins.some((entry) => {
    // Pages in a sandbox have the origin `null`, which is no address.
    if (entry === origin || !page) return entry === origin;
    if (entry === 'http://localhost:*') return page.protocol === 'http:' && page.hostname === 'localhost';
    if (!entry.includes('://*.')) return false;
    const pattern = new URL(entry.replace('*.', ''));
    return (
      pattern.protocol === page.protocol && pattern.port === page.port && page.hostname.endsWith(`.${pattern.hostname}`)
    );
  });
}

/** Where the widget was seen, among the sites that it may still be on. */
export function seenOrigins({
  allowed_origins,
  widget_origins,
}: Pick<Project, 'allowed_origins' | 'widget_origins'>): WidgetOrigin[] {
  return widget_origins.filter(({ origin }) => allows(allowed_origins, origin));
}
