import { collapseWhitespace } from '../../platform/text/collapse-whitespace.ts';

const MAX_NAME_LENGTH = 255;

/** The joiners of Persian, Hindi and emoji, which shape the letters beside them. */
const JOINERS = /[\u200c\u200d]+/g;

/**
 * The name of an uploaded file as it is kept and shown: without a path, without control, bidi and other invisible
 * characters, at most 255 characters with its extension kept. Joiners stay beside letters that they shape. Never empty.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const shown = last
    .normalize('NFC')
    .replace(/[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]--[\u200c\u200d]]/gv, '')
    .replace(JOINERS, (joiners, at: number, name: string) =>
      isShaped(name, at, joiners.length) ? joiners.slice(0, 1) : '',
    );
  const visible = collapseWhitespace(shown);
  // A dash is what curl calls a file from a pipe.
  if (/^(?:\.*|-)$/.test(visible)) return 'file';
  if (visible.length <= MAX_NAME_LENGTH) return visible;
  const extension = visible.match(/\.\w{1,10}$/)?.[0] ?? '';
  return (
    visible
      .slice(0, MAX_NAME_LENGTH - extension.length)
      .toWellFormed()
      .replace(/\ufffd$/, '') + extension
  );
}

/** Is one of the characters beside a letter or picture that a joiner can shape? None of ASCII is. */
function isShaped(name: string, at: number, length: number): boolean {
  return [name[at - 1], name[at + length]].some((beside) => beside !== undefined && /[^\p{ASCII}\s]/u.test(beside));
}
