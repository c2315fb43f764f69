/** What a web server shows for a folder. */
const INDEX = /(?:index|default|home)(?:\.[a-z]{2,5})?$/i;

/**
 * Does a page elsewhere on a site name the start page, or the folder where the crawl began, as its canonical URL? Sites that have one
 * template for all pages do so by mistake: if that were believed, nothing but the start page would be read.
 */
export function namesStartPage(canonical: string, { url, start }: { url: string; start: string }): boolean {
  const named = pathOf(canonical);
  const began = pathOf(start);
  return named !== pathOf(url) && (named === '/' || (named === began && began.endsWith('/')));
}

const pathOf = (url: string) => new URL(url).pathname.replace(INDEX, '');
