const YES = new Set('yes y true correct supported ja oui sí si sim да はい 是 예 네 ✓ ✔ ✅'.split(' '));
const NO = new Set('no n false incorrect unsupported nein non não нет いいえ 否 不是 아니요 ✗ ✘ ❌'.split(' '));
const WORD = String.raw`[\p{L}\p{M}]+|[✓✔✅✗✘❌]`;
/** Between a number, with what closes it, and its word. One that is `)` may close the number as well. */
const SEPARATOR = String.raw`(?:\s+[.):=–—>|-]+|[.:=–—>|-][.):=–—>|-]*|(?<=\)))`;
/** “3. yes”, “3: **No**”, “Statement 3 - yes”, “(3) no”, “3 = yes”, `"3": "yes"`. */
const NUMBERED = new RegExp(String.raw`(?<![\p{N}.])#?(\d{1,3})["')\]*_]*${SEPARATOR}["'(*_\s]*(${WORD})`, 'gu');
/** A line, or a part between commas, that is one word, perhaps with a label before it: “Answer: yes”, “- No.” */
const ALONE = new RegExp(
  String.raw`^[\s"'*_\[\]>-]*(?:[\p{L} ]{1,20}:[\s"'*_]*)?(${WORD})(?=[\s"'*_\].!]*$|\s*[.,;:–—(-])`,
  'u',
);

/**
 * Reads a model's replies to `count` numbered questions that are answered by yes or no: with numbers, in any order and with
 * reasons after them, or as a plain list. Null where there is no reply, or not a plain one.
 */
export function readReplies(text: string, count: number): (boolean | null)[] {
  const replies: (boolean | null)[] = Array(count).fill(null);
  const contradictory = new Set<number>();
  let numbered = false;
  for (const [, number = '', word = ''] of text.matchAll(NUMBERED)) {
    const [at, reply] = [Number(number) - 1, replyOf(word)];
    if (reply === null || at < 0 || at >= count) continue;
    numbered = true;
    if (replies[at] !== null && replies[at] !== reply) contradictory.add(at);
    replies[at] = reply;
  }
  for (const at of contradictory) replies[at] = null;
  if (numbered) return replies;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parts = lines.length === 1 && count > 1 ? text.split(/[,;]/) : lines;
  const plain = parts.map((part) => replyOf(ALONE.exec(part)?.[1] ?? ''));
  // A reason may follow a single reply. Of several, none may be missing: it would be unclear which.
  if (count === 1) return [plain[0] ?? null];
  return plain.length === count && !plain.includes(null) ? plain : replies;
}

function replyOf(word: string): boolean | null {
  const lower = word.toLowerCase();
  return YES.has(lower) ? true : NO.has(lower) ? false : null;
}
