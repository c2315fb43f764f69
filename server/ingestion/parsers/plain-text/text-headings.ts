/** A heading at the beginning of a part of a text. */
export interface TextHeading {
  text: string;
  level: number;
  /** How many lines of the part it takes up, with its underline. */
  lines: number;
}

type Parts = readonly (readonly string[])[];

const MAX_LENGTH = 80;
/** In the order of their levels, unless a text has others. */
const USUAL_UNDERLINES = '=-';
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\*{3,}|\^{3,}|"{3,}|#{3,})$/;
const NUMBERED = /^((?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5})\.?[ \t]+(\S[^\n]*)$/;
const CHAPTER =
  /^(chapter|part|appendix|annex|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|parte|ap[ée]ndice|capitolo|appendice|hoofdstuk|deel|bijlage)[ \t]+(?:\d{1,3}|[IVXLC]{1,7}|[A-Z])(?:[.:]|[ \t]*[-–—])?(?:[ \t]+(\S[^\n]*))?$/i;
const PART = /^(?:part|teil|partie|parte|deel)$/i;
const APPENDIX = /^(?:app|ann|anhang|ap[ée]|bijlage)/i;
/** The end of a sentence, or of a line in a table of contents. */
const NO_HEADING_END = /[.,;:!?…]$|\.{3}|(?: {2}|\t)\d+$/;
/** A question with a number is a heading. */
const NO_NUMBERED_END = /[.,;:…]$|\.{3}|(?: {2}|\t)\d+$/;
/** Words in capitals that call for attention. */
const CALL = /^(?:NOTES?|WARNING|CAUTION|IMPORTANT|TIP|ATTENTION|DANGER|END|TODO)$/;
const MIN_CAPITALS = 4;
/** A text has numbered headings if it has as many with two numbers (`1.2`): a single one may be a quantity. */
const MIN_NUMBERED = 2;
/** A single line that begins like a chapter may be a remark. */
const MIN_CHAPTERS = 2;
const MAX_LEVEL = 6;
/** A text of which so much stands behind a margin has its titles before it. */
const MIN_INDENTED = 0.8;
const MIN_OUTDENTED = 2;

/** A numbered heading with its numbers, before it is known how the text counts. */
interface Numbered {
  text: string;
  numbers: string[];
  isCapital: boolean;
}

/** A line that names a chapter, a part or an appendix. */
interface Chapter {
  text: string;
  isPart: boolean;
  isAppendix: boolean;
}

/**
 * Finds headings by their form: underlined, numbered or named as chapters alone between empty lines, in capitals or before the margin
 * alone between empty lines. A wrong heading costs more than a missed one. Keys are the indexes of the parts (lines without an empty
 * line between them).
 */
export function headingsIn(parts: Parts): Map<number, TextHeading> {
  const chapters = chaptersIn(parts);
  const numbered = numberedIn(parts);
  const capitalsLevel = parts.some((lines) => lines.some((line) => /\p{Ll}{3}/u.test(line)));
  const isOutdented = outdentedIn(parts);
  const levelOfUnderline = underlinesIn(parts);
  // Chapters whose sections count from 1 again stand above them; `2.1` in chapter 2 says by itself that it does.
  const named = [...chapters.values()];
  const hasParts = named.some(({ isPart }) => isPart);
  const above = hasParts ? 1 : 0;
  const counts = named.some(({ isPart, isAppendix }) => !isPart && !isAppendix);
  const restarts = counts && [...numbered.values()].some(({ numbers }) => numbers.length === 1);
  const headings = new Map<number, TextHeading>();
  // At which level the text counts with one number.
  let first = 1 + above + (restarts ? 1 : 0);
  let title = 0;
  let section = 0;
  for (const [index, lines] of parts.entries()) {
    const [line = ''] = lines;
    const underlined = underlinedHeading(lines, levelOfUnderline);
    const chapter = chapters.get(index);
    const number = numbered.get(index);
    let heading: TextHeading | null = null;
    if (underlined) {
      const count = numberedHeading(underlined.text)?.numbers.length ?? 0;
      if (count === 1) first = underlined.level;
      heading = count > 1 ? { ...underlined, level: first + count - 1 } : underlined;
      if (heading.level === 1) title = 1;
    } else if (chapter) {
      heading = { text: chapter.text, level: chapter.isPart ? 1 : 1 + above, lines: 1 };
      section = heading.level;
    } else if (number) {
      heading = { text: number.text, level: first + number.numbers.length - 1, lines: 1 };
      section = heading.level;
    } else if (capitalsLevel && isAlone(parts, index) && isInCapitals(line))
      heading = { text: line.trim(), level: Math.max(title, section) + 1, lines: 1 };
    else if (isOutdented(index)) heading = { text: line.trim(), level: title + 1, lines: 1 };
    if (heading) headings.set(index, { ...heading, level: Math.min(heading.level, MAX_LEVEL) });
  }
  return headings;
}

/** One line that is not the last of the text. */
const isAlone = (parts: Parts, index: number) =>
  parts[index]?.length === 1 && index < parts.length - 1 && !/^[ \t]/.test(parts[index]?.[0] ?? '');

/** The level of a line of the character: a text with other lines than `===` and `---` has them in the order of its headings. */
function underlinesIn(parts: Parts): (character: string) => number {
  const characters = parts.flatMap((lines) => underlinedHeading(lines, () => 1)?.underline ?? []);
  const inOrder = [...new Set(characters)];
  const order = inOrder.every((character) => USUAL_UNDERLINES.includes(character)) ? [...USUAL_UNDERLINES] : inOrder;
  return (character) => order.indexOf(character) + 1;
}

/** The line may also stand above. */
function underlinedHeading(
  lines: readonly string[],
  levelOf: (character: string) => number,
): (TextHeading & { underline: string }) | null {
  const [first = '', second = '', third = ''] = lines.slice(0, 3).map((line) => line.trimEnd());
  const isFramed = UNDERLINE.test(first) && first === third;
  const [text, line] = isFramed ? [second, third] : [first, second];
  if (!UNDERLINE.test(line) || /^[ \t]*$|[|\t]| {2}\S/.test(text.trim()) || !/\p{L}/u.test(text)) return null;
  const { length } = text.trim();
  if (length > MAX_LENGTH || /[.,;:]$/.test(text) || line.length < length / 2 || line.length > length * 1.5 + 3)
    return null;
  const underline = line.charAt(0);
  return { text: text.trim(), level: levelOf(underline), lines: isFramed ? 3 : 2, underline };
}

function chaptersIn(parts: Parts): Map<number, Chapter> {
  const chapters = new Map<number, Chapter>();
  for (const [index, [line = '']] of parts.entries()) {
    const text = line.trim();
    const match = parts[index]?.length === 1 && text.length <= MAX_LENGTH ? CHAPTER.exec(text) : null;
    const [, kind = '', title = 'A'] = match ?? [];
    if (!match || index === parts.length - 1 || !/^[\p{Lu}\d"“‘]/u.test(title) || NO_HEADING_END.test(title)) continue;
    chapters.set(index, { text, isPart: PART.test(kind), isAppendix: APPENDIX.test(kind) });
  }
  return chapters.size < MIN_CHAPTERS ? new Map() : chapters;
}

/** Numbered headings. A name in small letters is one where the count leads to it, as in a reference of settings. */
function numberedIn(parts: Parts): Map<number, Numbered> {
  const found = new Map<number, Numbered>();
  let before: string[] = [];
  for (const index of parts.keys()) {
    const heading = isAlone(parts, index) ? numberedHeading(parts[index]?.[0] ?? '') : null;
    if (!heading || !(heading.isCapital || isNext(before, heading.numbers))) continue;
    found.set(index, heading);
    before = heading.numbers;
  }
  const many = [...found.values()].filter(({ numbers, isCapital }) => numbers.length > 1 && isCapital);
  return many.length < MIN_NUMBERED ? new Map() : found;
}

function numberedHeading(line: string): Numbered | null {
  const match = line.length <= MAX_LENGTH ? NUMBERED.exec(line.trimEnd()) : null;
  const [, number = '', title = ''] = match ?? [];
  const numbers = number.split('.');
  if (!match || NO_NUMBERED_END.test(title) || !/\p{L}/u.test(title)) return null;
  const isCapital = /^\p{Lu}/u.test(title);
  const isSingle = numbers.length === 1;
  if (isSingle && (!/^\d{1,2}$/.test(number) || !isCapital || NO_HEADING_END.test(title))) return null;
  return { text: line.trim(), numbers, isCapital };
}

/** `1.3` after `1.2`, after `1.2.7` and after `1.1`; `1.2.1` after `1.2`. */
function isNext(before: readonly string[], numbers: readonly string[]): boolean {
  const differs = numbers.findIndex((number, at) => number !== before[at]);
  if (differs !== numbers.length - 1) return false;
  const last = Number(numbers[differs]);
  const previous = before[differs];
  return previous === undefined ? last === 1 && before.length > 0 : last > Number(previous);
}

function isInCapitals(line: string): boolean {
  const text = line.trim();
  if (text.length > MAX_LENGTH || NO_HEADING_END.test(text) || CALL.test(text) || /\p{Ll}|[|=_<>{}$]| {3}/u.test(text))
    return false;
  return /^[\p{Lu}\d]/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= MIN_CAPITALS;
}

/** Tells the parts that stand alone before the margin of a text that stands behind one. */
function outdentedIn(parts: Parts): (index: number) => boolean {
  const isIndented = (line: string) => /^(?: {2}|\t)/.test(line);
  const candidates = parts.filter(([line = ''], index) => isAlone(parts, index) && !isIndented(line)).length;
  const lines = parts.flat();
  const indented = lines.filter(isIndented).length;
  if (candidates < MIN_OUTDENTED || indented < (lines.length - candidates) * MIN_INDENTED) return () => false;
  return (index) => {
    const [line = ''] = parts[index] ?? [];
    if (!isAlone(parts, index) || line.length > MAX_LENGTH || !/^[\p{L}\d]/u.test(line)) return false;
    return !NO_HEADING_END.test(line.trimEnd()) && (parts[index + 1] ?? []).every(isIndented);
  };
}
