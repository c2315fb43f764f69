/** Bounds the time that one passage takes. In passages of our own chunks there are fewer. */
const MAX_WINDOWS = 8;
/** The share of a window that it has in common with the one before, so that a sentence is whole in one of them. */
const OVERLAP = 0.25;
/** A longer piece without a space is cut: not all scripts have spaces. In characters. */
const MAX_PIECE_LENGTH = 16;

/**
 * Splits a text into windows of at most `room` tokens, at spaces where there are any. Each begins with the end of the one
 * before. What follows the eighth window is left out. `count`: the tokens of a text.
 */
export function splitIntoWindows(text: string, room: number, count: (text: string) => number): string[] {
  if (count(text) <= room) return [text];
  const pieces = (text.match(/\S+\s*/g) ?? []).flatMap((word) => word.match(PIECE) ?? []);
  const lengths = pieces.map(count);
  const windows: string[] = [];
  for (let from = 0; from < pieces.length && windows.length < MAX_WINDOWS; ) {
    const to = endOfWindow(lengths, from, room);
    windows.push(pieces.slice(from, to).join('').trim());
    if (to === pieces.length) break;
    from = startOfOverlap(lengths, from, to, room * OVERLAP);
  }
  return windows;
}

const PIECE = new RegExp(`.{1,${MAX_PIECE_LENGTH}}`, 'gsu');

/** A window has at least one piece. */
function endOfWindow(lengths: number[], from: number, room: number): number {
  let [to, length] = [from + 1, lengths[from] ?? 0];
  while (to < lengths.length && length + (lengths[to] ?? 0) <= room) length += lengths[to++] ?? 0;
  return to;
}

/** Where the last `room` tokens before `to` begin; after `from`, so that the windows advance. */
function startOfOverlap(lengths: number[], from: number, to: number, room: number): number {
  let [start, length] = [to, 0];
  while (start - 1 > from && length + (lengths[start - 1] ?? 0) <= room) length += lengths[--start] ?? 0;
  return start;
}
