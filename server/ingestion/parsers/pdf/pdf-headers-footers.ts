import { type Line, lineText, type Region } from './pdf-lines.ts';

/** The regions of one page. */
export interface LaidOutPage {
  page: number;
  height: number;
  regions: Region[];
}

/** Headers and footers have at most so many lines, in this share of the page at its top and at its bottom. */
const MARGIN_SHARE = 0.12;
const MARGIN_LINES = 3;
/** A line that is repeated on this share of all pages, and on three at least, is a header or footer. */
const REPEATED_SHARE = 0.25;
const PAGE_NUMBER =
  /^(?:[-–—|[(] ?)?(?:page|seite|p\.|pg\.?)? ?(?:\d{1,4}|[ivxlc]{1,7})(?: ?(?:\/|of|von|de|sur|\|) ?\d{1,4})?(?: ?[-–—|\])])?$/i;

/** Removes running headers, running footers and bare page numbers. */
export function removeHeadersAndFooters(pages: LaidOutPage[]): LaidOutPage[] {
  const pagesByKey = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(marginLines(page).map(normalizedKey)))
      pagesByKey.set(key, (pagesByKey.get(key) ?? 0) + 1);
  }
  const minPages = Math.max(3, pages.length * REPEATED_SHARE);
  const numbered = pageNumberLines(pages);
  return pages.map((page) => {
    const margin = marginLines(page);
    const dropped = new Set([
      ...numbered,
      ...margin.filter((line) => {
        if ((pagesByKey.get(normalizedKey(line)) ?? 0) >= minPages) return true;
        return pages.length > 1 && isOutermost(line, margin) && isPageNumber(line);
      }),
    ]);
    const regions = page.regions.map((lines) => lines.filter((line) => !dropped.has(line)));
    const left = regions.filter((lines) => lines.length > 0);
    // On a page with no other lines (a ticket, a slide, a form) they are the content.
    return left.length > 0 || page.regions.flat().every(isPageNumber) ? { ...page, regions: left } : page;
  });
}

/** Page numbers as last lines, wherever they stand: on three pages at least, their number differs from the page's by the same. */
function pageNumberLines(pages: LaidOutPage[]): Set<Line> {
  const byOffset = new Map<number, Line[]>();
  for (const { page, regions } of pages) {
    const last = regions
      .flat()
      .toSorted((a, b) => a.baseline - b.baseline)
      .at(-1);
    if (!last || !isPageNumber(last)) continue;
    const offset = Number(lineText(last).match(/\d+/)?.[0] ?? Number.NaN) - page;
    byOffset.set(offset, [...(byOffset.get(offset) ?? []), last]);
  }
  return new Set([...byOffset.values()].filter((lines) => lines.length >= 3).flat());
}

const isPageNumber = (line: Line) => PAGE_NUMBER.test(lineText(line).trim().replace(/\s+/g, ' '));

/** Digits count up from page to page, so they all compare equal. */
const normalizedKey = (line: Line) => lineText(line).toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();

function marginLines({ regions, height }: LaidOutPage): Line[] {
  const lines = regions.flat().toSorted((a, b) => a.baseline - b.baseline);
  const outer = [...new Set([...lines.slice(0, MARGIN_LINES), ...lines.slice(-MARGIN_LINES)])];
  return outer.filter(({ baseline }) => baseline < height * MARGIN_SHARE || baseline > height * (1 - MARGIN_SHARE));
}

function isOutermost(line: Line, margin: Line[]): boolean {
  const baselines = margin.map((other) => other.baseline);
  return line.baseline <= Math.min(...baselines) + 1 || line.baseline >= Math.max(...baselines) - 1;
}
