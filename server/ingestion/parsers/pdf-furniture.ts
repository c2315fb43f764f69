import { type Line, lineText, type Region } from './pdf-lines.ts';

/** The regions of one page. */
export interface LaidOutPage {
  page: number;
  height: number;
  regions: Region[];
}

/** How many lines at the top and at the bottom of a page may be its running header and footer. */
const MARGIN_LINES = 3;
/** A line that comes back on this share of all pages, and on three at least, belongs to the page and not to the text. */
const REPEATED_SHARE = 0.25;
const PAGE_NUMBER =
  /^(?:[-–—|[(]\s*)?(?:page|seite|p\.|pg\.?)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur|\|)\s*\d{1,4})?(?:\s*[-–—|\])])?$/i;

/** The pages without running headers, running footers and bare page numbers. */
export function dropFurniture(pages: LaidOutPage[]): LaidOutPage[] {
  const seenOn = new Map<string, number>();
  for (const { regions } of pages) {
    for (const key of new Set(marginLines(regions).map(keyOf))) seenOn.set(key, (seenOn.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length * REPEATED_SHARE);
  return pages.map((page) => {
    const margin = marginLines(page.regions);
    const dropped = new Set(
      margin.filter((line) => {
        const text = lineText(line);
        if ((seenOn.get(keyOf(line)) ?? 0) >= least) return true;
        return pages.length > 1 && isOutermost(line, margin, page.regions) && PAGE_NUMBER.test(text.trim());
      }),
    );
    const regions = page.regions.map((lines) => lines.filter((line) => !dropped.has(line)));
    return { ...page, regions: regions.filter((lines) => lines.length > 0) };
  });
}

/** Numbers count up from page to page: they compare equal. */
const keyOf = (line: Line) => lineText(line).toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();

function marginLines(regions: Region[]): Line[] {
  const lines = regions.flat().toSorted((a, b) => a.base - b.base);
  return [...new Set([...lines.slice(0, MARGIN_LINES), ...lines.slice(-MARGIN_LINES)])];
}

function isOutermost(line: Line, margin: Line[], regions: Region[]): boolean {
  if (regions.flat().length <= 1) return true;
  const bases = margin.map((other) => other.base);
  return line.base <= Math.min(...bases) + 1 || line.base >= Math.max(...bases) - 1;
}
