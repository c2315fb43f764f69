import { clusterQuestions, profileOf } from '../../../server/answering/unanswered/cluster-questions.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { cpuOf } from './stages.ts';

const ROUNDS = 5;
const QUESTIONS = 2_000;
const LANGUAGES = ['en', 'de', 'es', 'ja', 'ru'];
const SUBJECTS = ['shipping', 'parking', 'opening', 'refund', 'warranty', 'invoice', 'password', 'delivery'];

/** Measures how long refused questions take to be grouped that all share a word, so that each is compared with every other. */
export async function measureUnanswered(): Promise<Measurement[]> {
  const texts = Array.from({ length: QUESTIONS }, (_, at) => `How is ${SUBJECTS[at % 8]} item${at} handled?`);
  const read = () => texts.map((text) => profileOf(text, LANGUAGES));
  const questions = read();
  clusterQuestions(questions);
  const rounds: { floor: number; grouping: number }[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1)
    rounds.push({ floor: await cpuOf(read), grouping: await cpuOf(() => clusterQuestions(questions)) });
  const ratio = median(rounds.map(({ floor, grouping }) => grouping / floor));
  return [
    {
      what: `grouping ${QUESTIONS} refused questions that share a word / reading their words`,
      floor: `${round(median(rounds.map(({ floor }) => floor)))} ms`,
      measured: `${round(median(rounds.map(({ grouping }) => grouping)))} ms`,
      ratio,
      target: '≤ 15 ×',
      verdict: verdict(ratio <= 15),
    },
  ];
}
