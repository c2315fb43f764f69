import { closesFence } from './code-fences.ts';
import { type Reading, type Verbatim, writeCode } from './markup-reading.ts';

const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;
const QUOTE = /^ {0,3}>/;
/** Not `<Script />`, a component. */
const HTML_CODE = /^<(pre|script|style|textarea|PRE|SCRIPT|STYLE|TEXTAREA)\b(?!.*\/>[ \t]*$)/;

/** Begins to copy lines where this one opens fenced code or an HTML element of code. False where it opens none. */
export function startVerbatim(reading: Reading, line: string): boolean {
  const isQuoted = QUOTE.test(line);
  const fence = FENCE.exec(isQuoted ? unquote(line) : line)?.[1];
  const element = fence ? undefined : HTML_CODE.exec(line.trimStart())?.[1]?.toLowerCase();
  if (!fence && !element) return false;
  writeCode(reading, line);
  if (fence) {
    const isEnd = (other: string) => closesFence(isQuoted ? unquote(other) : other, fence);
    reading.verbatim = { isEnd, isQuoted };
  } else if (!line.toLowerCase().includes(`</${element}`)) {
    reading.verbatim = { isEnd: (other) => other.toLowerCase().includes(`</${element}`), isQuoted: false };
  }
  return true;
}

/** False where the line is no part of it any more. */
export function copyVerbatim(reading: Reading, line: string, { isEnd, isQuoted, endLine }: Verbatim): boolean {
  if (isQuoted && !QUOTE.test(line)) {
    reading.verbatim = null;
    return false;
  }
  if (isEnd(line)) {
    reading.verbatim = null;
    writeCode(reading, endLine ?? line);
  } else writeCode(reading, line);
  return true;
}

const unquote = (line: string) => line.replace(/^(?: {0,3}> ?)+/, '');
