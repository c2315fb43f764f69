import { marked, type Token } from 'marked';
import type { Answer } from '../../../server/answering/output/to-answer.ts';
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
  /** Nothing in it is wrong, something is right, and nothing of that reached the reader. */
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

/** Compares what a model wrote with what the reader gets. */
export function outcomeOf(recorded: RecordedAnswer, { answer, error }: PlayedAnswer): AnswerOutcome {
  const shown = answer?.text ?? '';
  const isRefused = answer === null || answer.finishReason === 'refused';
  const sentences = isRefused ? recorded.text.map(dropped) : compareSentences(recorded, answer);
  const labels = new Set(recorded.text.map(([label]) => label));
  const right = sentences.filter(({ label }) => label === 'supported');
  return {
    recorded,
    shown,
    end: answer?.finishReason ?? error ?? '',
    sentences,
    lost: right.length > 0 && !labels.has('contradicted') && !labels.has('absent') && right.every(({ kept }) => !kept),
    broken: isRefused ? [] : brokenFormatting(recorded, sentences, answer),
  };
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
  const pairs = longestCommonSubsequence(
    written.map(({ word }) => word),
    shown.map(({ word }) => word),
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

/** Pairs of places, in order, at which two lists have the same words. */
function longestCommonSubsequence(one: string[], other: string[]): [number, number][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      (lengths[row] as Uint16Array)[column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
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
  const outside = withoutCode(answer.text);
  const rows = marked.lexer(answer.text).some(({ type }) => type === 'table');
  for (const [what, pattern] of LEFTOVERS) {
    if (what === 'a row outside of a table' && rows) continue;
    if (pattern.test(outside)) broken.push(`${what}: ${JSON.stringify(pattern.exec(outside)?.[0])}`);
  }
  const ids = new Set([...outside.matchAll(MARKER)].map(([, id]) => Number(id)));
  for (const { id } of answer.citations) if (!ids.has(id)) broken.push(`citation ${id} has no marker`);
  return broken;
}

/** The outcomes of sentences with a label. */
export const sentencesOf = (outcomes: AnswerOutcome[], ...labels: Label[]): SentenceOutcome[] =>
  outcomes.flatMap(({ sentences }) =>
    sentences.filter(({ label }) => (labels.length ? labels : LABELS).includes(label)),
  );
