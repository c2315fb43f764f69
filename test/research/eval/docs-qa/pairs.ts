import { aligned } from '../table.ts';
import type { Ingested, Workbench } from '../workbench.ts';
import { type Asked, outcomeFor } from './ask.ts';
import type { DocsQuestion } from './documentation.ts';
import type { Outcome } from './judge.ts';
import { OFF_TOPIC_TYPE } from './off-topic.ts';

/** A question alone, and after one about something else that the same documentation answers. */
export interface Pair {
  documentation: string;
  question: DocsQuestion;
  before: string;
  alone: Outcome;
  after: Outcome;
}

/** After so many others each question is asked. */
const TIMES = 3;
const SURENESS: Record<Outcome, number> = { refused: 0, unsure: 1, answered: 2 };

/** Asks each question that stands alone once more after others; `asked`: all of the documentation, as they were asked alone. */
export async function askPairs(
  bench: Workbench,
  at: Ingested,
  asked: Asked[],
  onDone: () => void = () => {},
): Promise<Pair[]> {
  const alone = asked.filter(({ question: { history } }) => !history?.length);
  const openings = alone.filter(({ question }) => question.answerable);
  const pairs: Pair[] = [];
  for (const [place, { documentation, question, judgement }] of alone.entries()) {
    for (let time = 0; time < TIMES; time += 1) {
      const before = openings[(7 * place + 13 * time + 5) % openings.length]?.question;
      if (!before || before.id === question.id) continue;
      const history = [{ role: 'user' as const, text: before.question }];
      const after = await outcomeFor(bench, at, { ...question, history });
      pairs.push({ documentation, question, before: before.question, alone: judgement.outcome, after });
    }
    onDone();
  }
  return pairs;
}

/** Does the conversation make the answer to this question surer than it is by itself? */
export const isSurer = ({ alone, after }: Pair): boolean => SURENESS[after] > SURENESS[alone];
const isLessSure = ({ alone, after }: Pair) => SURENESS[after] < SURENESS[alone];

const KINDS: [title: string, belongs: (question: DocsQuestion) => boolean][] = [
  ['near its topic', ({ answerable, type }) => !answerable && type !== OFF_TOPIC_TYPE],
  ['off-topic', ({ type }) => type === OFF_TOPIC_TYPE],
  ['answerable', ({ answerable }) => answerable],
];

/** For each kind of question: how many pairs there are, and in how many the answer is surer, and less sure, than alone. */
export function pairTable(all: Pair[]): string {
  const line = (name: string, some: Pair[]) => [
    name,
    ...KINDS.flatMap(([, belongs]) => {
      const pairs = some.filter(({ question }) => belongs(question));
      return [pairs.length, ...[isSurer, isLessSure].map((test) => pairs.filter(test).length)].map(String);
    }),
  ];
  return aligned([
    ['after another question', ...KINDS.flatMap(([title]) => [title, 'surer', 'less sure'])],
    ...[...Map.groupBy(all, ({ documentation }) => documentation)].map(([name, some]) => line(name, some)),
    line('all', all),
  ]);
}
