import { isContents } from './block-markup.ts';
import { beginsBlock, isAfterGap, type Reading } from './markup-reading.ts';
import { closesComment, opensComment } from './wiki-marks.ts';

/** What leads into a table of contents: “This page is structured as follows:”. */
const LEADS_IN = /^[^.!?]{1,60}[:：]$/u;
const MAX_MODULE_LINES = 60;
const HTML_LINE = /^\s*<\/?[a-z]/i;
const MODULE_LINE =
  /^(?:import\s+(?:['"{*]|[\w$]+\s*,|(?:type\s+)?[\w$]+\s+from\s)|export\s+(?:const|let|var|function|default|async|class|type|interface|\{|\*))/;

const isComment = (content: string) => content.startsWith('<!--') && content.indexOf('-->') === content.length - 3;

/** Skips a comment that goes over several lines. Returns what follows it on its last line; null if there is no such comment. */
export function skipComment(reading: Reading, content: string): string | null {
  if (opensComment(content)) return skipWikiComment(reading) ? '' : null;
  // An empty line in its place would end the HTML around it.
  if (isComment(content) && !isAfterGap(reading) && HTML_LINE.test(reading.prose.at(-1) ?? '')) return '';
  const closing = content.startsWith('<!--') ? '-->' : content.startsWith('{/*') ? '*/}' : '';
  if (!closing || content.includes(closing) || reading.missing.has(closing)) return null;
  for (let at = reading.at; at < reading.lines.length; at += 1) {
    const line = reading.lines[at] ?? '';
    const end = line.indexOf(closing);
    if (end < 0) continue;
    reading.at = at + 1;
    return line.slice(end + closing.length).trim();
  }
  reading.missing.add(closing);
  return null;
}

/** Skips a comment of a wiki over several lines, up to a line that ends with its sign. */
function skipWikiComment(reading: Reading): boolean {
  if (reading.missing.has('%%')) return false;
  for (let at = reading.at; at < reading.lines.length; at += 1) {
    if (!closesComment((reading.lines[at] ?? '').trimEnd())) continue;
    reading.at = at + 1;
    return true;
  }
  reading.missing.add('%%');
  return false;
}

/** Skips a table of contents, and the line that leads into it: it would lead into something else. */
export function skipContents(reading: Reading, content: string): boolean {
  if (!isContents(content)) return false;
  const { prose } = reading;
  const last = prose.length - (isAfterGap(reading) ? 2 : 1);
  const lead = prose[last] ?? '';
  if (LEADS_IN.test(lead.trim()) && !beginsBlock(lead) && !prose[last - 1]?.trim()) prose.splice(last);
  return true;
}

/** Skips `import` and `export` of MDX, up to the next empty line outside of brackets. */
export function skipModuleLines(reading: Reading, line: string): boolean {
  if (!MODULE_LINE.test(line) || !isAfterGap(reading)) return false;
  reading.hasExpressions = true;
  reading.isMdx = true;
  let open = countBrackets(line);
  const last = Math.min(reading.lines.length, reading.at + MAX_MODULE_LINES);
  let firstGap = -1;
  for (let at = reading.at; at < last; at += 1) {
    const next = reading.lines[at] ?? '';
    if (next.trim()) open += countBrackets(next);
    else if (open <= 0) {
      reading.at = at;
      return true;
    } else if (firstGap < 0) firstGap = at;
  }
  reading.at = firstGap >= 0 ? firstGap : last;
  return true;
}

function countBrackets(line: string): number {
  let open = 0;
  for (const character of line) {
    if ('([{'.includes(character)) open += 1;
    else if (')]}'.includes(character)) open -= 1;
  }
  return open;
}
