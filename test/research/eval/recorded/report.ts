import { aligned } from '../table.ts';
import { type AnswerOutcome, outcomeAsWritten, type SentenceOutcome, sentencesOf } from './outcome.ts';
import { FAMILIES, LABELS, type Label } from './recorded-files.ts';

const share = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`);
const count = (some: SentenceOutcome[], what: (one: SentenceOutcome) => boolean) => String(some.filter(what).length);

function sentenceRow(name: string, some: SentenceOutcome[]): string[] {
  const isPlain = ({ kept, cited, unsupported }: SentenceOutcome) => kept && !cited && !unsupported;
  return [
    name,
    String(some.length),
    count(some, ({ kept }) => kept),
    count(some, ({ cited }) => cited),
    count(some, isPlain),
    count(some, ({ kept, unsupported }) => kept && unsupported),
    count(some, ({ kept }) => !kept),
  ];
}

const WRONG: Label[] = ['contradicted', 'absent'];

/** What became of the sentences, by family and label. */
export function sentenceTable(outcomes: AnswerOutcome[]): string {
  const byFamily = FAMILIES.flatMap((family) => {
    const some = outcomes.filter(({ recorded }) => recorded.family === family);
    return LABELS.map((label) => sentenceRow(`${family} ${label}`, sentencesOf(some, label)));
  });
  const all = LABELS.map((label) => sentenceRow(`all ${label}`, sentencesOf(outcomes, label)));
  return aligned([['sentences', '', 'kept', 'cited', 'no marker', 'unsupported', 'dropped'], ...byFamily, ...all]);
}

/** What became of the answers, by family, and the four figures with their goals. */
export function answerTable(outcomes: AnswerOutcome[]): string {
  const rows = [...FAMILIES, 'all'].map((family) => {
    const some = outcomes.filter(({ recorded }) => family === 'all' || recorded.family === family);
    const [right, wrong] = [sentencesOf(some, 'supported'), sentencesOf(some, ...WRONG)];
    return [
      family,
      String(some.length),
      share(right.filter(({ kept }) => kept).length, right.length),
      share(right.filter(({ kept, unsupported }) => kept && !unsupported).length, right.length),
      share(wrong.filter(({ cited }) => cited).length, wrong.length),
      String(some.filter(({ lost }) => lost).length),
      String(some.filter(({ broken }) => broken.length > 0).length),
    ];
  });
  const titles = ['answers', '', 'right kept', 'and not doubted', 'wrong cited', 'right answers lost', 'broken'];
  return aligned([titles, ...rows, ['goal', '', '≥ 95 %', '', '≤ 35 %', '0', '0']]);
}

/** What a reader would see of each family's answers as they were written, and what reaches the reader. */
export function comparisonTable(outcomes: AnswerOutcome[]): string {
  const rows = [...FAMILIES, 'all'].map((family) => {
    const after = outcomes.filter(({ recorded }) => family === 'all' || recorded.family === family);
    const before = after.map(({ recorded }) => outcomeAsWritten(recorded));
    const both = (of: (some: AnswerOutcome[]) => string) => `${of(before)} → ${of(after)}`;
    const shareOf = (labels: Label[], what: (one: SentenceOutcome) => boolean) =>
      both((some) => {
        const sentences = sentencesOf(some, ...labels);
        return share(sentences.filter(what).length, sentences.length);
      });
    return [
      family,
      shareOf(['supported'], ({ kept }) => kept),
      shareOf(WRONG, ({ kept }) => kept),
      shareOf(WRONG, ({ cited }) => cited),
      both((some) => String(some.filter(({ broken }) => broken.length > 0).length)),
    ];
  });
  return aligned([['as written → as shown', 'right shown', 'wrong shown', 'wrong cited', 'broken'], ...rows]);
}

/** What is wrong with an outcome, in a few words; empty if all is as it should be. */
export function faultsOf({ sentences, lost, broken }: AnswerOutcome): string[] {
  const some = (what: string, found: SentenceOutcome[]) => found.map(({ text }) => `${what}: ${text.trim()}`);
  return [
    ...(lost ? ['the whole answer is lost'] : []),
    ...broken.map((what) => `broken: ${what}`),
    ...some(
      'right, dropped',
      sentences.filter(({ label, kept }) => label === 'supported' && !kept),
    ),
    ...some(
      'right, doubted',
      sentences.filter(({ label, kept, unsupported }) => label === 'supported' && kept && unsupported),
    ),
    ...some(
      'wrong, cited',
      sentences.filter(({ label, cited }) => WRONG.includes(label) && cited),
    ),
  ];
}

/** A whole outcome, to be read by eye. */
export function printed(outcome: AnswerOutcome): string {
  const { recorded, shown, end } = outcome;
  const written = recorded.text.map(([, text]) => text).join('');
  return [
    `\n===== ${recorded.question}, ${recorded.family}: ${end}`,
    written,
    '-----',
    shown,
    ...faultsOf(outcome).map((fault) => `! ${fault}`),
  ].join('\n');
}
