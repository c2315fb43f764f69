/** The foot of a page of a text without form feeds. */
const PAGE_FOOT = /\[Page \d{1,4}\]$/;
/** A line that stands on this many pages at the same edge, and on this share of them, is no content. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.3;
const MAX_HEAD = 200;
/** Shorter lines may be those of a list. */
const FULL_LINE = 50;
const SENTENCE_END = /[.!?:;]["”’')\]]*$/;
/** A line that continues a sentence, and is no item of a list. */
const CONTINUES = /^\s*(?!o {2,})\p{Ll}/u;

/** A text without what stands at the head and the foot of its pages. */
interface UnpagedText {
  lines: string[];
  heads: string[];
  feet: string[];
}

/**
 * Takes the pages of a printed text together: form feeds and `[Page 1]` end them. A paragraph that continues on the next page
 * becomes whole. A text without pages stays as it is.
 */
export function withoutPages(printed: readonly string[]): UnpagedText {
  const pages = pagesOf(printed);
  if (pages.length < MIN_PAGES) return { lines: pages.flatMap((page) => ['', ...page]), heads: [], feet: [] };
  const isHead = repeatedIn(pages.map((page) => page[0] ?? ''));
  const isFoot = repeatedIn(pages.map((page) => page.at(-1) ?? ''));
  const lines: string[] = [];
  const heads: string[] = [];
  const feet: string[] = [];
  for (const page of pages) {
    const head = isHead(page[0] ?? '') ? 1 : 0;
    const foot = page.length > head && isFoot(page.at(-1) ?? '') ? 1 : 0;
    heads.push(...page.slice(0, head));
    feet.push(...page.slice(page.length - foot));
    const own = trimmed(page.slice(head, page.length - foot));
    const last = lines.at(-1) ?? '';
    if (!continues(last, own)) lines.push('');
    for (const line of own) lines.push(line);
  }
  return { lines, heads, feet };
}

/** Does a page begin within the sentence that the one before ends with? Not with a title, which would stand alone. */
function continues(last: string, [first = '', second = '']: string[]): boolean {
  if (last === '' || SENTENCE_END.test(last.trimEnd())) return false;
  const isParagraph = second.trim() !== '' || SENTENCE_END.test(first.trimEnd());
  const isAlike = isParagraph && last.search(/\S/) === first.search(/\S/) && last.trim().length >= FULL_LINE;
  return CONTINUES.test(first) || (isAlike && /^\s*\p{L}/u.test(first));
}

/** The pages that have text, each without the empty lines at its edges. */
function pagesOf(lines: readonly string[]): string[][] {
  const pages: string[][] = [];
  let open: string[] = [];
  const close = () => {
    const page = trimmed(open);
    if (page.length > 0) pages.push(page);
    open = [];
  };
  for (const line of lines) {
    const [first = '', ...others] = line.split('\f');
    open.push(first);
    for (const other of others) {
      close();
      open.push(other);
    }
    if (PAGE_FOOT.test(line.slice(-MAX_HEAD).trimEnd())) close();
  }
  close();
  return pages;
}

function trimmed(lines: string[]): string[] {
  const isText = (line: string) => line.trim() !== '';
  const first = lines.findIndex(isText);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}

/** Tells the lines that stand there on many pages. */
function repeatedIn(edges: string[]): (line: string) => boolean {
  const counts = new Map<string, number>();
  for (const edge of edges) counts.set(formOf(edge), (counts.get(formOf(edge)) ?? 0) + 1);
  const least = Math.max(MIN_PAGES, edges.length * MIN_SHARE);
  return (line) => (counts.get(formOf(line)) ?? 0) >= least;
}

/** A line without its page number. Titles of chapters begin pages too, and differ by a number. */
function formOf(edge: string): string {
  const line = edge.slice(0, MAX_HEAD).trim();
  if (/^\P{L}*$/u.test(line)) return line.replace(/\d+/g, '0');
  const isHead = /\S(?: {3}|\t)|\bpage \d/i.test(line);
  // A number at the right moves with the digits of its number.
  return isHead
    ? line.replace(/\s+/g, ' ').replace(/^\d{1,4}(?=\s)|(?<=\s)\d{1,4}(?=\]?$)|(?<=page )\d{1,4}/gi, '0')
    : line;
}
