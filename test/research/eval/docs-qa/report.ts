import { percentile } from '../summary.ts';
import { aligned } from '../table.ts';
import type { Asked } from './ask.ts';
import { type Outcome, withoutTargets } from './judge.ts';
import { OFF_TOPIC_FOLLOW_UP_TYPE, OFF_TOPIC_TYPE } from './off-topic.ts';

/** So deep in the ranked list the right passage is looked for. */
const RANKS = [1, 5, 10, 30];

/** What some questions came to, as counts. */
export interface Summary {
  answerable: number;
  inResponse: number;
  inCited: number;
  rightDocument: number;
  wronglyRefused: number;
  /** Of the answerable ones. */
  unsure: number;
  unanswerable: number;
  /** Of the unanswerable ones: refused, or unsure. */
  handled: number;
  /** Characters of the responses that cite something, without the addresses of links. */
  meanLength: number;
  p90Length: number;
  /** The right passage is among so many (`RANKS`) of the ranked list. */
  within: number[];
}

/** Sums up what was asked of the documentation itself, without what is off its topic. */
export function summarise(all: Asked[]): Summary {
  const own = all.filter(({ question }) => !isOffTopic(question.type));
  const answerable = own.filter(({ question }) => question.answerable);
  const unanswerable = own.filter(({ question }) => !question.answerable);
  const lengths = own
    .filter(({ answer }) => answer.citations.length > 0)
    .map(({ answer }) => withoutTargets(answer.text).length);
  return {
    answerable: answerable.length,
    inResponse: count(answerable, ({ judgement }) => judgement.inResponse),
    inCited: count(answerable, ({ judgement }) => judgement.inCited),
    rightDocument: count(answerable, ({ judgement }) => judgement.rightDocument),
    wronglyRefused: countOutcome(answerable, 'refused'),
    unsure: countOutcome(answerable, 'unsure'),
    unanswerable: unanswerable.length,
    handled: count(unanswerable, ({ judgement }) => judgement.outcome !== 'answered'),
    meanLength: lengths.length === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
    p90Length: percentile(lengths, 0.9),
    within: RANKS.map((depth) => count(answerable, ({ rank }) => rank > 0 && rank <= depth)),
  };
}

/** Is this a type of questions that have nothing to do with any documentation? */
export const isOffTopic = (type: string): boolean => type === OFF_TOPIC_TYPE || type === OFF_TOPIC_FOLLOW_UP_TYPE;
const count = (all: Asked[], test: (one: Asked) => boolean) => all.filter(test).length;
const countOutcome = (all: Asked[], outcome: Outcome) => count(all, ({ judgement }) => judgement.outcome === outcome);

/** The groups in the order in which they first occur. */
const groupedBy = (all: Asked[], key: (one: Asked) => string): [string, Asked[]][] => [
  ...Map.groupBy(all, key).entries(),
];

const HEAD = [
  'answerable',
  'in response',
  'in cited',
  'right document',
  'wrongly refused',
  'unsure',
  'unanswerable',
  'handled',
  'mean length',
  'p90',
  ...RANKS.map((depth) => `passage@${depth}`),
];

function counts(summary: Summary): string[] {
  const { answerable, inResponse, inCited, rightDocument, wronglyRefused, unsure, unanswerable, handled } = summary;
  const { meanLength, p90Length, within } = summary;
  return [
    ...[answerable, inResponse, inCited, rightDocument, wronglyRefused, unsure, unanswerable, handled].map(String),
    ...[meanLength, p90Length].map((length) => length.toFixed(0)),
    ...within.map(String),
  ];
}

function shares(summary: Summary): string[] {
  const { answerable, unanswerable, within } = summary;
  const ofAnswerable = (part: number) => percent(part, answerable);
  const { inResponse, inCited, rightDocument, wronglyRefused, unsure } = summary;
  return [
    '',
    ...[inResponse, inCited, rightDocument, wronglyRefused, unsure].map(ofAnswerable),
    '',
    percent(summary.handled, unanswerable),
    '',
    '',
    ...within.map(ofAnswerable),
  ];
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`);

/** A line for each documentation, one for all, and the shares of all. */
export function documentationTable(all: Asked[]): string {
  const whole = summarise(all);
  return aligned([
    ['documentation', ...HEAD],
    ...groupedBy(all, ({ documentation }) => documentation).map(([name, some]) => [name, ...counts(summarise(some))]),
    ['all', ...counts(whole)],
    ['', ...shares(whole)],
  ]);
}

/** A line for each type of question. */
export function typeTable(all: Asked[]): string {
  const own = all.filter(({ question }) => !isOffTopic(question.type));
  return aligned([
    ['type', ...HEAD],
    ...groupedBy(own, ({ question }) => question.type).map(([type, some]) => [type, ...counts(summarise(some))]),
  ]);
}

/** What became of the questions that have nothing to do with the documentation: shares refused, and counts of the others. */
export function offTopicTable(all: Asked[]): string {
  const line = (name: string, some: Asked[]) => [
    name,
    ...[OFF_TOPIC_TYPE, OFF_TOPIC_FOLLOW_UP_TYPE].flatMap((type) => {
      const asked = some.filter(({ question }) => question.type === type);
      const [refused, unsure] = [countOutcome(asked, 'refused'), countOutcome(asked, 'unsure')];
      return [percent(refused, asked.length), String(unsure), String(asked.length - refused - unsure)];
    }),
  ];
  return aligned([
    ['off-topic', 'alone: refused', 'unsure', 'answered', 'follow-up: refused', 'unsure', 'answered'],
    ...groupedBy(all, ({ documentation }) => documentation).map(([name, some]) => line(name, some)),
    line('all', all),
  ]);
}

const FIFTHS = 5;

/**
 * The answers that were given as sure, without those off the topic, by how certain they were: how many hold the answer, and how many
 * answer what no page does.
 */
export function certaintyTable(all: Asked[]): string {
  const sure = all
    .filter(({ question, judgement }) => !isOffTopic(question.type) && judgement.outcome === 'answered')
    .sort((one, other) => (one.answer.certainty ?? 0) - (other.answer.certainty ?? 0));
  const certaintyOf = (one: Asked | undefined) => (one?.answer.certainty ?? 0).toFixed(2);
  const fifths = Array.from({ length: FIFTHS }, (_, at) =>
    sure.slice(Math.round((at * sure.length) / FIFTHS), Math.round(((at + 1) * sure.length) / FIFTHS)),
  );
  return aligned([
    ['answered as sure, by certainty', 'answers', 'hold the answer', '', 'without an answer'],
    ...[...fifths, sure].map((some) => {
      const right = count(some, ({ judgement }) => judgement.inResponse);
      return [
        some === sure ? 'all' : `${certaintyOf(some[0])} to ${certaintyOf(some.at(-1))}`,
        ...[some.length, right].map(String),
        percent(right, some.length),
        String(count(some, ({ question }) => !question.answerable)),
      ];
    }),
  ]);
}

/** A whole answer, to be read by eye. */
export function printed({ question, answer, citedPages, judgement, rank }: Asked): string {
  const { id, type, note, keys, history = [] } = question;
  const cited = answer.citations.map(
    ({ id, heading, page }, at) =>
      `  [${id}] ${citedPages[at]}${page ? `, page ${page}` : ''}${heading ? ` › ${heading}` : ''}`,
  );
  return [
    `━━━ ${id} · ${type} · ${verdict({ question, judgement })} · finish ${answer.finishReason} · right passage ${rank || 'not found'}`,
    ...history.map(({ role, text }) => `${role}: ${text}`),
    `Q: ${question.question}`,
    `note: ${note}`,
    ...(keys.length > 0 ? [`keys: ${keys.map((group) => group.join(' | ')).join('  &  ')}`] : []),
    '',
    answer.text,
    '',
    ...(cited.length > 0 ? ['cited:', ...cited] : ['cited: nothing']),
    '',
  ].join('\n');
}

/** How a question did, in a few words. */
export function verdict({ question, judgement }: Pick<Asked, 'question' | 'judgement'>): string {
  const { outcome, inResponse, inCited, rightDocument } = judgement;
  if (outcome === 'refused' || !question.answerable) return outcome;
  const best = inResponse ? 'in response' : inCited ? 'in cited' : rightDocument ? 'right document' : 'wrong document';
  return outcome === 'unsure' ? `unsure, ${best}` : best;
}
