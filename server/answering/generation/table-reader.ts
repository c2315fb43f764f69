import type { BufferedPart, SentenceStep } from './sentence-buffer.ts';

type Sentence = Extract<SentenceStep, { type: 'sentence' }>;

/** A step of an answer in which the rows of tables are known. */
export type TableStep =
  | Extract<SentenceStep, { type: 'words' }>
  /** `header`: the first row of a table. `closing`: what ends a row, behind the last of its markers. */
  | (Sentence & { header: boolean; closing: string });

export interface TableReader {
  push(steps: SentenceStep[]): TableStep[];
  end(): TableStep[];
}

const DIVIDER = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/**
 * Keeps the tables of an answer tables: what stands behind the last pipe of a row would be a cell too many, so a row's
 * markers go before it. What stands behind a table's header, or behind the line below, stands for those rows that have no
 * marker of their own. Whether a row is a header is told by the line below it: until that has come, it waits.
 */
export function createTableReader(): TableReader {
  let waiting: { row: Sentence; space: TableStep[] } | null = null;
  let inTable = false;
  let forRows: number[] = [];

  function takeWords(step: Extract<SentenceStep, { type: 'words' }>): TableStep[] {
    const goesOn = step.words.type === 'text' && /^[^\S\n]*\n[^\S\n]*$/.test(step.words.text);
    if (goesOn && waiting) {
      waiting.space.push(step);
      return [];
    }
    if (!goesOn) inTable = false;
    return [...release(), step];
  }

  function takeSentence(sentence: Sentence): TableStep[] {
    if (!sentence.row) {
      inTable = false;
      return [...release(), { ...sentence, header: false, closing: '' }];
    }
    if (inTable) return [toRow(sentence, forRows)];
    if (waiting && DIVIDER.test(sentence.text) && countCells(sentence.text) === countCells(waiting.row.text)) {
      const { row, space } = waiting;
      const [header, divider] = [splitRow(row.held), splitRow(sentence.held)];
      forRows = [...header.behind, ...divider.behind];
      inTable = true;
      waiting = null;
      return [
        { ...row, held: header.held, closing: header.closing, header: true },
        ...space,
        { ...sentence, held: divider.held, closing: divider.closing, header: true },
      ];
    }
    const before = release();
    waiting = { row: sentence, space: [] };
    return before;
  }

  function release(): TableStep[] {
    if (!waiting) return [];
    const { row, space } = waiting;
    waiting = null;
    return [toRow(row, []), ...space];
  }

  return {
    push: (steps) => steps.flatMap((step) => (step.type === 'words' ? takeWords(step) : takeSentence(step))),
    end: release,
  };
}

/** A row with its markers before its last pipe; `others` are said where it has none. */
function toRow(row: Sentence, others: number[]): TableStep {
  const { held, behind, closing } = splitRow(row.held);
  const named = behind.length > 0 || held.some((one) => 'numbers' in one) ? behind : others;
  const last = held.at(-1);
  if (last && 'numbers' in last) held[held.length - 1] = { numbers: [...last.numbers, ...named] };
  else if (named.length > 0) held.push({ numbers: [...named] });
  return { ...row, held, closing, header: false };
}

/** What a row holds before its last pipe, that pipe, and the numbers behind it; all of it before where there is none. */
function splitRow(row: BufferedPart[]): { held: BufferedPart[]; closing: string; behind: number[] } {
  const held = [...row];
  const last = held.at(-1);
  const behind = last && 'numbers' in last ? last.numbers : [];
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

const countCells = (row: string) =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;
