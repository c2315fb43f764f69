import { type Line, lineText, type Region } from './pdf-lines.ts';

/** The regions of one page. */
export interface LaidOutPage {
  page: number;
  height: number;
  regions: Region[];
}

/** Running headers and footers stand in these shares of the page, at its top and its bottom, and have at most so many lines. */
const MARGIN_SHARE = 0.12;
const MARGIN_LINES = 3;
/** A line that comes back on this share of all pages, and on three at least, belongs to the page and not to the text. */
const REPEATED_SHARE = 0.25;
const PAGE_NUMBER =
  /^(?:[-–—|[(]\s*)?(?:page|seite|p\.|pg\.?)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur|\|)\s*\d{1,4})?(?:\s*[-–—|\])])?$/i;

/** The pages without running headers, running footers and bare page numbers. */
export function removeHeadersAndFooters(pages: LaidOutPage[]): LaidOutPage[] {
  const seenOn = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(marginLines(page).map(normalizedKey))) seenOn.set(key, (seenOn.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length * REPEATED_SHARE);
  const counted = countedLines(pages);
  return pages.map((page) => {
    const margin = marginLines(page);
    const dropped = new Set([
      ...counted,
      ...margin.filter((line) => {
        if ((seenOn.get(normalizedKey(line)) ?? 0) >= least) return true;
        return pages.length > 1 && isOutermost(line, margin) && isPageNumber(line);
      }),
    ]);
    const regions = page.regions.map((lines) => lines.filter((line) => !dropped.has(line)));
    const left = regions.filter((lines) => lines.length > 0);
    // A page with nothing but such lines is a ticket, a slide or a form, and they are its content.
    return left.length > 0 || page.regions.flat().every(isPageNumber) ? { ...page, regions: left } : page;
  });
}

/** Last lines that count the pages, wherever they stand: on three pages at least, their number is as far from the page's own. */
function countedLines(pages: LaidOutPage[]): Set<Line> {
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

const isPageNumber = (line: Line) => PAGE_NUMBER.test(lineText(line).trim());

/** Numbers count up from page to page: they compare equal. */
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
