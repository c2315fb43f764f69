/** The addresses under which a source may hold this page: with and without its query, and a slash at the end. */
export function pageAddresses(): string[] {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  const found = new Set<string>();
  for (const address of [location.href, canonical]) {
    if (!address) continue;
    const { origin, pathname, search } = new URL(address);
    const other = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`;
    for (const path of [pathname, other]) for (const query of [search, '']) found.add(origin + path + query);
  }
  return [...found];
}
