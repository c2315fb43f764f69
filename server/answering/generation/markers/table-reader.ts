import type { BufferedPart, SentenceStep } from './sentence-buffer.ts';

type Sentence = Extract<SentenceStep, { type: 'sentence' }>;

/** A step of an answer, with the rows of its tables recognized. */
export type TableStep =
  | Extract<SentenceStep, { type: 'words' }>
  /** `header`: a table's header row or the divider below it. `closing`: the end of a row, after its last marker. */
  | (Sentence & { header: boolean; closing: string });

const DIVIDER = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/**
 * Keeps the tables of an answer valid. A marker after the last pipe of a row would be one more cell, so the row's markers go
 * before it. Markers after a table's header or divider apply to the rows that have none of their own. The line below a row
 * tells whether it is a header, so the row waits for that line.
 */
export function createTableReader() {
  let waiting: { row: Sentence; space: TableStep[] } | null = null;
  let inTable = false;
  let tableNumbers: number[] = [];

  function takeWords(step: Extract<SentenceStep, { type: 'words' }>, taken: TableStep[]): void {
    const lineBreaks = step.words.type === 'text' && step.words.text.includes('\n') && step.words.text.trim() === '';
    const isOneBreak = lineBreaks && step.words.text.split('\n').length === 2;
    if (isOneBreak && waiting) {
      waiting.space.push(step);
      return;
    }
    if (lineBreaks && !isOneBreak) inTable = false;
    release(taken);
    taken.push(step);
  }

  function takeSentence(sentence: Sentence, taken: TableStep[]): void {
    if (!sentence.row) {
      inTable = false;
      release(taken);
      taken.push({ ...sentence, header: false, closing: '' });
      return;
    }
    if (inTable) {
      taken.push(toRow(sentence, tableNumbers));
      return;
    }
    if (waiting && DIVIDER.test(sentence.text) && countCells(sentence.text) === countCells(waiting.row.text)) {
      const { row, space } = waiting;
      inTable = true;
      waiting = null;
      tableNumbers = [row, sentence].flatMap(({ held }) => numbersOf(held));
      const asHeader = (line: Sentence): TableStep => {
        return { ...line, held: line.held.filter((one) => 'words' in one), closing: '', header: true };
      };
      taken.push(asHeader(row), ...space, asHeader(sentence));
      return;
    }
    release(taken);
    waiting = { row: sentence, space: [] };
  }

  function release(taken: TableStep[]): void {
    if (!waiting) return;
    const { row, space } = waiting;
    waiting = null;
    taken.push(toRow(row, []), ...space);
  }

  return {
    push(steps: SentenceStep[]): TableStep[] {
      const taken: TableStep[] = [];
      for (const step of steps) {
        if (step.type === 'words') takeWords(step, taken);
        else takeSentence(step, taken);
      }
      return taken;
    },
    end(): TableStep[] {
      const taken: TableStep[] = [];
      release(taken);
      return taken;
    },
  };
}

/** A row with its markers before its last pipe. If it has none, it gets those of the table. */
function toRow(row: Sentence, tableNumbers: number[]): TableStep {
  const { held, behind, closing } = splitRow(row.held);
  const named = behind.length > 0 || held.some((one) => 'numbers' in one) ? behind : tableNumbers;
  const last = held.at(-1);
  const followsMarker = last && 'numbers' in last && last.literal === undefined;
  if (followsMarker) held[held.length - 1] = { numbers: [...last.numbers, ...named] };
  else if (named.length > 0) held.push({ numbers: [...named] });
  return { ...row, held, closing, header: false };
}

/** Splits a row into what is before its last pipe, that pipe, and the numbers behind it. Without a pipe, all is before. */
function splitRow(row: BufferedPart[]): { held: BufferedPart[]; closing: string; behind: number[] } {
  const held = [...row];
  const last = held.at(-1);
  const behind = last ? numbersOf([last]) : [];
  if (behind.length > 0) held.pop();
  const wordsAt = (at: number) => {
    const one = held.at(at);
    return one && 'words' in one && one.words.type === 'text' ? one.words.text : '';
  };
  if (held.length < 2 || wordsAt(-1) !== '|' || wordsAt(-2) === '\\') return { held: row, closing: '', behind: [] };
  const space = /^\s+$/.test(wordsAt(-2)) ? wordsAt(-2) : '';
  held.splice(space === '' ? -1 : -2);
  return { held, closing: `${space}|`, behind };
}

const numbersOf = (held: BufferedPart[]) => held.flatMap((part) => ('numbers' in part ? part.numbers : []));

const countCells = (row: string) =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;
