import type { SiteTemplate } from '../../store/types.ts';

/** This many pages are compared. */
const MAX_SAMPLES = 24;
/** What is at the edges of this many of them, and of half of them, belongs to the site and not to the page. */
const MIN_PAGES = 3;

/** Compares another page, unless enough have been compared. */
export function learn({ repeated, samples }: SiteTemplate, page: SiteTemplate['samples'][number]): SiteTemplate {
  if (samples.length >= MAX_SAMPLES) return { repeated, samples };
  const all = [...samples, page];
  const counts = new Map<string, number>();
  for (const { kept, leftOut } of all)
    for (const edge of new Set([...kept, ...leftOut])) counts.set(edge, (counts.get(edge) ?? 0) + 1);
  const least = Math.max(MIN_PAGES, all.length / 2);
  const found = [...counts].flatMap(([edge, count]) => (count >= least ? [edge] : []));
  return { repeated: [...new Set([...repeated, ...found])], samples: all };
}

/** A page that was read before it was known that its edges repeat. Null if there is none, or the site is still being learned. */
export function pageToReadAgain({ repeated, samples }: SiteTemplate, isLast: boolean): string | null {
  if (!isLast && samples.length < MAX_SAMPLES) return null;
  const known = new Set(repeated);
  return samples.find(({ kept }) => kept.some((edge) => known.has(edge)))?.url ?? null;
}

/** Whatever became of it, the page counts and is not read a third time. */
export function wasReadAgain({ repeated, samples }: SiteTemplate, url: string): SiteTemplate {
  return { repeated, samples: samples.map((sample) => (sample.url === url ? { ...sample, kept: [] } : sample)) };
}
