import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createQuestionComparison,
  LEAST_WORD,
  MIN_LIKENESS,
  profileOf,
} from '../../../../server/answering/curated/compare-questions.ts';
import { documentationNames, loadDocumentation } from '../docs-qa/documentation.ts';
import { dataFolder } from '../sets.ts';
import { aligned } from '../table.ts';
import { VARIATIONS } from './paraphrases.ts';

const USAGE = `npm run eval -- curated: which questions get an answer of the owner, and which do not

  --wordings N  1: the question of the set is all that the answer is written for; 2 (default): another wording as well
  --print       prints what gets an answer that is not its own`;

/** A question with all answers that its words allow, and the one that it should get. */
interface Asked {
  documentation: string;
  kind: 'same' | 'other' | 'near';
  text: string;
  own: string | null;
  found: { id: string; leastWord: number; likeness: number }[];
}

interface Thresholds {
  leastWord: number;
  likeness: number;
}

/**
 * `same`: other wordings of a question, which should get its answer. `other`: questions that differ in what matters, and `near`: all
 * other questions of the documentation while their own answer is missing, which should get none.
 */
export async function runCurated(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      wordings: { type: 'string', default: '2' },
      print: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || !['1', '2'].includes(values.wordings)) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const data = dataFolder();
  if (data === null) throw new Error('There are no question sets: see test/research/eval/sets.ts.');
  const folder = join(data, 'docs-qa');
  const names = documentationNames(folder);
  const asked = names.flatMap((name) => askAll(folder, name, values.wordings === '2'));
  const rows = names.map((name) => {
    const chosen = choose(asked.filter(({ documentation }) => documentation !== name));
    const held = asked.filter(({ documentation }) => documentation === name);
    return [name, `${chosen.leastWord} / ${chosen.likeness}`, ...rates(held, chosen)];
  });
  const head = ['documentation', 'thresholds of the others', 'same', 'other', 'near'];
  const shipped = { leastWord: LEAST_WORD, likeness: MIN_LIKENESS };
  const all = ['all', `${LEAST_WORD} / ${MIN_LIKENESS} (shipped)`, ...rates(asked, shipped)];
  process.stdout.write(`${aligned([head, ...rows, all])}\n`);
  if (!values.print) return;
  for (const one of asked) {
    const got = answerOf(one, shipped);
    if (got !== null && got !== one.own) process.stdout.write(`${one.kind}: ${one.text} → ${got}\n`);
  }
}

function askAll(folder: string, documentation: string, withSecond: boolean): Asked[] {
  const questions = loadDocumentation(folder, documentation).questions.filter(
    ({ history = [] }) => history.length === 0,
  );
  const wordingsOf = ({ id, question }: { id: string; question: string }) => {
    const second = VARIATIONS[id]?.same[0];
    return withSecond && second !== undefined ? [question, second] : [question];
  };
  const answers = questions.map((one) => ({ id: one.id, profile: profileOf(wordingsOf(one), ['en']) }));
  const ask = (kind: Asked['kind'], text: string, own: string | null, without: string | null = null): Asked => {
    const { compare } = createQuestionComparison(text, ['en']);
    const found = answers
      .filter(({ id }) => id !== without)
      .map(({ id, profile }) => ({ id, ...compare(profile, 0) }))
      .filter(({ sameNames }) => sameNames);
    return { documentation, kind, text, own, found };
  };
  return questions.flatMap(({ id, question }) => {
    const { same = [], other = [], again } = VARIATIONS[id] ?? {};
    const reworded = [...(withSecond ? same.slice(1) : same), ...(again === undefined ? [] : [again])];
    return [
      ...reworded.map((text) => ask('same', text, id)),
      ...other.map((text) => ask('other', text, null)),
      ...[question, ...(again === undefined ? [] : [again])].map((text) => ask('near', text, null, id)),
    ];
  });
}

function answerOf({ found }: Asked, { leastWord, likeness }: Thresholds): string | null {
  const fit = found.filter((one) => one.leastWord >= leastWord && one.likeness >= likeness);
  return fit.sort((one, other) => other.likeness - one.likeness)[0]?.id ?? null;
}

/** The thresholds that find most, of those that answer at most 8 % of what differs in what matters, and nearly no other question. */
function choose(asked: Asked[]): Thresholds {
  const grid = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5].flatMap((leastWord) =>
    [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6].map((likeness) => ({ leastWord, likeness })),
  );
  const worthOf = (thresholds: Thresholds) => {
    const answered = (kind: Asked['kind']) => {
      const some = asked.filter((one) => one.kind === kind);
      return some.filter((one) => answerOf(one, thresholds) !== null).length / some.length;
    };
    const right = asked.filter((one) => one.own !== null && answerOf(one, thresholds) === one.own).length;
    return answered('other') > 0.08 || answered('near') > 0.005 ? 0 : right;
  };
  return grid.map((one) => ({ one, value: worthOf(one) })).reduce((best, one) => (one.value > best.value ? one : best))
    .one;
}

function rates(asked: Asked[], thresholds: Thresholds): string[] {
  return (['same', 'other', 'near'] as const).map((kind) => {
    const some = asked.filter((one) => one.kind === kind);
    const found = some.filter((one) => {
      const got = answerOf(one, thresholds);
      return kind === 'same' ? got === one.own : got !== null;
    });
    return `${found.length}/${some.length} ${Math.round((100 * found.length) / some.length)} %`;
  });
}
