import { marked, type Token } from 'marked';
import type { Answer } from '../../../../server/answering/output/to-answer.ts';
import type { PlayedAnswer } from './play.ts';
import { LABELS, type Label, type RecordedAnswer } from './recorded-files.ts';

/** What became of a sentence. */
export interface SentenceOutcome {
  label: Label;
  text: string;
  /** It reached the reader. */
  kept: boolean;
  /** It has a marker of its own. */
  cited: boolean;
  /** It is shown as unsupported. */
  unsupported: boolean;
}

/** What became of an answer. */
export interface AnswerOutcome {
  recorded: RecordedAnswer;
  /** What the reader sees; empty after an error. */
  shown: string;
  /** How it ended: a finish reason or the code of an error. */
  end: string;
  sentences: SentenceOutcome[];
  /**
   * Nothing in it is wrong, something is right, and nothing of that reached the reader: neither a sentence nor, in an answer
   * that ends as unsure, an excerpt of a passage that says it.
   */
  lost: boolean;
  /** What of its Markdown is broken. */
  broken: string[];
}

const MARKER = /(?<!\\)\[(\d+)\]/g;
/** A number of a record with what models write around it; what is left of longer forms is little. */
const RECORDED_MARKER =
  /(?:<sup>)?[[({【^\\]*(?:\b(?:passages?|sources?|source number|documents?|quellen?)[\s_]*:?\s*)?\^?§\d+(?:†[^】]*)?[\])}】\\^]*(?:<\/sup>)?/giu;
const WORD = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}]+/gu;
/** A sentence is there if so much of it is. */
const KEPT_SHARE = 0.8;

interface Word {
  word: string;
  start: number;
  end: number;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** Compares what a model wrote with what the reader gets. `chunks`: the passages of each number of the record. */
export function outcomeOf(
  recorded: RecordedAnswer,
  { answer, error }: PlayedAnswer,
  chunks: string[][] = [],
): AnswerOutcome {
  const shown = answer?.text ?? '';
  // An unsure answer has excerpts in place of what the model wrote.
  const isUnsure = answer?.finishReason === 'unsure';
  const isRefused = answer === null || answer.finishReason === 'refused' || isUnsure;
  const sentences = isRefused ? recorded.text.map(dropped) : compareSentences(recorded, answer);
  const labels = new Set(recorded.text.map(([label]) => label));
  const right = sentences.filter(({ label }) => label === 'supported');
  return {
    recorded,
    shown,
    end: answer?.finishReason ?? error ?? '',
    sentences,
    lost:
      right.length > 0 &&
      !labels.has('contradicted') &&
      !labels.has('absent') &&
      right.every(({ kept }) => !kept) &&
      !(isUnsure && showsPassageOf(recorded, answer, chunks)),
    broken: isRefused ? [] : brokenFormatting(recorded, sentences, answer),
  };
}

const NUMBER = /§(\d+)/g;

/** Does an answer cite a passage that says something right of what the model wrote? */
function showsPassageOf({ text, saidBy }: RecordedAnswer, { citations }: Answer, chunks: string[][]): boolean {
  const right = text.filter(([label]) => label === 'supported').map(([, words]) => words);
  const numbers = right.flatMap((words) => [...words.matchAll(NUMBER)].map(([, number]) => Number(number)));
  const said = [...numbers, ...(saidBy === undefined ? [] : [saidBy])].flatMap((number) => chunks[number - 1] ?? []);
  return citations.some(({ chunkId }) => said.includes(chunkId));
}

/** What a reader would see of an answer as the model wrote it, without any checks; of one that stalls, nothing. */
export function outcomeAsWritten(recorded: RecordedAnswer): AnswerOutcome {
  const { text, stalls = false } = recorded;
  const shown = stalls ? '' : text.map(([, words]) => words.replace(NUMBER, '$1')).join('');
  const sentences = text.map(([label, words]): SentenceOutcome => {
    const hasMarker = words.match(RECORDED_MARKER) !== null;
    return { label, text: words, kept: !stalls, cited: hasMarker && !stalls, unsupported: false };
  });
  const lost = stalls && sentences.some(({ label }) => label === 'supported');
  return { recorded, shown, end: 'stop', sentences, lost, broken: leftoversIn(shown) };
}

const dropped = ([label, text]: RecordedAnswer['text'][number]): SentenceOutcome => ({
  label,
  text,
  kept: false,
  cited: false,
  unsupported: false,
});

function compareSentences(recorded: RecordedAnswer, answer: Answer): SentenceOutcome[] {
  const blank = (marker: string) => ' '.repeat(marker.length);
  const shown = wordsOf(answer.text.replace(MARKER, blank));
  const written = recorded.text.flatMap(([, text], sentence) =>
    wordsOf(text.replace(RECORDED_MARKER, blank)).map(({ word }) => ({ word, sentence })),
  );
  const isClaim = recorded.text.map(([label]) => label !== 'not-a-claim');
  const pairs = longestCommonSubsequence(
    written.map(({ word }) => word),
    shown.map(({ word }) => word),
    // Thinking that drafts a sentence has the same words; they are of the sentence.
    written.map(({ sentence }) => (isClaim[sentence] ? 2 : 1)),
  );
  /** The words of the answer that each sentence has. */
  const found = recorded.text.map((): Word[] => []);
  for (const [from, to] of pairs) found[written[from]?.sentence ?? 0]?.push(shown[to] as Word);
  const counts = recorded.text.map((_, at) => written.filter(({ sentence }) => sentence === at).length);
  const isKept = found.map((words, at) => counts[at] !== 0 && words.length >= KEPT_SHARE * (counts[at] ?? 0));
  return recorded.text.map(([label, text], at) => {
    const words = found[at] ?? [];
    if (!isKept[at]) return dropped([label, text]);
    const start = words[0]?.start ?? 0;
    const end = words.at(-1)?.end ?? 0;
    const next = found.find((others, other) => other > at && isKept[other] && others.length > 0)?.[0]?.start;
    const own = answer.text.slice(start, next ?? answer.text.length);
    const isUnsupported = answer.unsupported.some((range) => range.start < end && range.end > start);
    const cited = [...withoutCode(own).matchAll(MARKER)].some(([, id]) => Number(id) <= answer.citations.length);
    return { label, text, kept: true, cited, unsupported: isUnsupported };
  });
}

const withoutCode = (text: string) => text.replace(/(`{3,}|~{3,})[\s\S]*?(?:\1|$)|`[^`\n]*`/g, ' ');

/** Pairs of places, in order, at which two lists have the same words, of the greatest weight. `weights`: of the first list. */
function longestCommonSubsequence(one: string[], other: string[], weights: number[]): [number, number][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  const paired = (row: number, column: number) =>
    one[row] === other[column] ? at(row + 1, column + 1) + (weights[row] ?? 0) : 0;
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      (lengths[row] as Uint16Array)[column] = Math.max(paired(row, column), at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (paired(row, column) > 0 && paired(row, column) === at(row, column)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** What a text should have of Markdown. */
interface Structure {
  code: string[];
  /** The cells of each row of each table. */
  tables: number[][];
  /** Depth and kind of each item, as `1.` or `1-`. */
  items: string[];
  strong: number;
}

function structureOf(markdown: string): Structure {
  const structure: Structure = { code: [], tables: [], items: [], strong: 0 };
  const visit = (tokens: Token[], depth: number) => {
    for (const token of tokens) {
      if (token.type === 'code') structure.code.push(`${token.lang ?? ''}\n${token.text.trimEnd()}`);
      if (token.type === 'strong') structure.strong++;
      if (token.type === 'table') structure.tables.push([token.header.length, token.rows.length]);
      if (token.type === 'list') {
        for (const item of token.items) {
          structure.items.push(`${depth + 1}${token.ordered ? '.' : '-'}`);
          visit(item.tokens, depth + 1);
        }
      } else if ('tokens' in token && token.tokens) visit(token.tokens, depth);
    }
  };
  visit(marked.lexer(markdown), 0);
  return structure;
}

/** What must not be left in a text outside of code. */
const LEFTOVERS: [what: string, pattern: RegExp][] = [
  ['a marker in another form', /【|】|\[\^|\[\[|\[(?:passage|source)|\((?:passage|source) ?\d|<sup>|†/i],
  ['thinking', /<\/?think|<\/?thought|\[\/?think\]|<\|/i],
  ['NO_ANSWER', /NO_ANSWER/],
  ['a row outside of a table', /^\|.*\|.*$/m],
  ['a bare link', /\[[^\]\n]*\] \(/],
];

function leftoversIn(text: string): string[] {
  const outside = withoutCode(text);
  const rows = marked.lexer(text).some(({ type }) => type === 'table');
  return LEFTOVERS.flatMap(([what, pattern]) => {
    if (what === 'a row outside of a table' && rows) return [];
    return pattern.test(outside) ? [`${what}: ${JSON.stringify(pattern.exec(outside)?.[0])}`] : [];
  });
}

function brokenFormatting(recorded: RecordedAnswer, sentences: SentenceOutcome[], answer: Answer): string[] {
  const broken: string[] = [];
  const shown = structureOf(answer.text);
  const written = structureOf(recorded.text.map(([, text]) => text.replace(RECORDED_MARKER, '')).join(''));
  for (const code of shown.code) {
    if (!written.code.includes(code)) broken.push(`code differs: ${JSON.stringify(code.slice(0, 60))}`);
  }
  const isWhole = sentences.every(({ kept, text }) => kept || wordsOf(text.replace(RECORDED_MARKER, '')).length === 0);
  if (isWhole) {
    for (const what of ['code', 'tables', 'items', 'strong'] as const) {
      const [before, after] = [JSON.stringify(written[what]), JSON.stringify(shown[what])];
      if (before !== after) broken.push(`${what}: ${after} instead of ${before}`);
    }
  }
  broken.push(...leftoversIn(answer.text));
  const outside = withoutCode(answer.text);
  const ids = new Set([...outside.matchAll(MARKER)].map(([, id]) => Number(id)));
  for (const { id } of answer.citations) if (!ids.has(id)) broken.push(`citation ${id} has no marker`);
  return broken;
}

/** The outcomes of sentences with a label. */
export const sentencesOf = (outcomes: AnswerOutcome[], ...labels: Label[]): SentenceOutcome[] =>
  outcomes.flatMap(({ sentences }) =>
    sentences.filter(({ label }) => (labels.length ? labels : LABELS).includes(label)),
  );
