/** What may still become a link, an image or an address forged behind a citation: held back until it is clear. */
const OPEN_LINK =
  /!?\[(?:[^[\]\n]{0,400}|[^[\]\n]{0,400}\]\([^()\n]{0,2000}|(?!\d{1,3}\])[^[\]\n]{1,400}\])$|<[^\s<>]{0,2000}$|!$/;
/** Marks at the end whose meaning depends on the next character: emphasis, code, an escape. */
const OPEN_MARK = /(?<![\\`*_~])[\\`*_~]+$/;
/** A line that consists of a block's mark so far. */
const OPEN_BLOCK = /^\s{0,12}(?:[-*+>#=|~`]{1,6}|\d{1,9}[.)]?)\s*$/;
/** The marks of emphasis and code that may be open in a line, longest first. */
const PAIRS = ['`', '**', '~~'] as const;

/**
 * A growing Markdown text as far as it can be rendered without raw marks flashing up: an end that may still become
 * something else is held back, and open marks are closed. A fence needs no mark: until it closes it runs to the end.
 */
export function renderablePrefix(text: string): string {
  if (insideFence(text)) return text.replace(/\n[`~]*$/, '');
  const start = text.lastIndexOf('\n') + 1;
  const line = text.slice(start);
  const before = text.slice(0, start);
  if (line.trimStart().startsWith('|')) return completeRows(before);
  if (OPEN_BLOCK.test(line)) return before;
  const shown = line.replace(OPEN_LINK, '').replace(OPEN_MARK, '');
  return before + shown + closing(shown);
}

/** Complete rows only, and none before the line below the header makes it a table. */
function completeRows(before: string): string {
  const lines = before.trimEnd().split('\n');
  let first = lines.length;
  while (first > 0 && (lines[first - 1] ?? '').trimStart().startsWith('|')) first -= 1;
  return lines.length - first === 1 ? `${lines.slice(0, first).join('\n')}\n` : before;
}

function closing(line: string): string {
  const open = PAIRS.filter((mark) => line.split(mark).length % 2 === 0);
  // Within code no other mark means anything.
  if (open[0] === '`') return '`';
  return open.filter((mark) => /\S/.test(line[line.lastIndexOf(mark) + mark.length] ?? ' ')).join('');
}

function insideFence(text: string): boolean {
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (!fence) fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
  }
  return fence !== '';
}
