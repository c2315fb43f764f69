/** A heading at the beginning of a part of a text. */
export interface TextHeading {
  text: string;
  level: number;
  /** How many lines of the part it takes up, with its underline. */
  lines: number;
}

const MAX_LENGTH = 80;
const UNDERLINE = /^(?:={3,}|-{3,})$/;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?[ \t]+(\p{Lu}[^\n]*)$/u;
/** The end of a sentence, or of a line in a table of contents. */
const NO_HEADING_END = /[.,;:!?…]$|\.{3}|[ \t]\d+$/;
/** Words in capitals that call for attention. */
const CALL = /^(?:NOTES?|WARNING|CAUTION|IMPORTANT|TIP|ATTENTION|DANGER|END|TODO)$/;
const MIN_CAPITALS = 4;
/** A text has numbered headings if it has as many with two numbers (`1.2`): a single one may be a quantity. */
const MIN_NUMBERED = 2;
const MAX_LEVEL = 6;

/**
 * Finds headings by their form: underlined, in capitals alone between empty lines, numbered alone between empty lines. A wrong
 * heading costs more than a missed one. Keys are the indexes of the parts (lines without an empty line between them).
 */
export function headingsIn(parts: readonly (readonly string[])[]): Map<number, TextHeading> {
  const numbered = parts.map((lines, index) => (isAlone(parts, index) ? numberedHeading(lines[0] ?? '') : null));
  const isNumbered = numbered.filter((heading) => heading && heading.level > 1).length >= MIN_NUMBERED;
  const hasSmallLetters = parts.some((lines) => lines.some((line) => /\p{Ll}{3}/u.test(line)));
  const headings = new Map<number, TextHeading>();
  let titleLevel = 0;
  for (const [index, lines] of parts.entries()) {
    const underlined = underlinedHeading(lines);
    const isCapital = hasSmallLetters && isAlone(parts, index) && isInCapitals(lines[0] ?? '');
    const capitals = isCapital ? { text: lines[0]?.trim() ?? '', level: titleLevel + 1, lines: 1 } : null;
    const heading = underlined ?? (isNumbered ? numbered[index] : null) ?? capitals;
    if (underlined?.level === 1) titleLevel = 1;
    if (heading) headings.set(index, heading);
  }
  return headings;
}

/** One line that is not the last of the text. */
const isAlone = (parts: readonly (readonly string[])[], index: number) =>
  parts[index]?.length === 1 && index < parts.length - 1 && !/^[ \t]/.test(parts[index]?.[0] ?? '');

/** `===` below is level 1, `---` level 2. The line may also stand above. */
function underlinedHeading(lines: readonly string[]): TextHeading | null {
  const [first = '', second = '', third = ''] = lines.map((line) => line.trimEnd());
  const isFramed = UNDERLINE.test(first) && first === third;
  const [text, line] = isFramed ? [second, third] : [first, second];
  if (!UNDERLINE.test(line) || /^[ \t]*$|[|\t]| {2}\S/.test(text.trim()) || !/\p{L}/u.test(text)) return null;
  const { length } = text.trim();
  if (length > MAX_LENGTH || /[.,;:]$/.test(text) || line.length < length / 2 || line.length > length * 1.5 + 3)
    return null;
  return { text: text.trim(), level: line.startsWith('=') ? 1 : 2, lines: isFramed ? 3 : 2 };
}

function numberedHeading(line: string): TextHeading | null {
  const match = line.length <= MAX_LENGTH ? NUMBERED.exec(line.trimEnd()) : null;
  if (!match || NO_HEADING_END.test(match[2] ?? '')) return null;
  return { text: line.trim(), level: Math.min((match[1] ?? '').split('.').length, MAX_LEVEL), lines: 1 };
}

function isInCapitals(line: string): boolean {
  const text = line.trim();
  if (text.length > MAX_LENGTH || NO_HEADING_END.test(text) || CALL.test(text) || /\p{Ll}|[|=_<>{}$]| {3}/u.test(text))
    return false;
  return /^[\p{Lu}\d]/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= MIN_CAPITALS;
}
