import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readEnv } from '../../../../server/config/env.ts';
import { MODEL_CATALOGUE } from '../../../../server/engines/catalogue/model-catalogue.ts';
import { chooseVerifier } from '../../../../server/engines/selection/create-engines.ts';
import type { Verifier } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { openEngines } from '../engines.ts';
import { progressBar } from '../progress-bar.ts';
import { dataFolder } from '../sets.ts';
import { type Ingested, openWorkbench, type Workbench } from '../workbench.ts';
import { type Corpus, loadCorpus } from './corpus.ts';
import { type AnswerOutcome, outcomeOf } from './outcome.ts';
import { closestTo, recallPassages, toAskedQuestion } from './passages.ts';
import { type Player, startPlayer } from './play.ts';
import { recordPrompts } from './record.ts';
import { type RecordedAnswer, type RecordedQuestion, recordedAnswers, recordedQuestions } from './recorded-files.ts';
import { answerTable, comparisonTable, faultsOf, printed, sentenceTable } from './report.ts';

const USAGE = `npm run eval -- recorded [OPTION …]: what reaches the reader of answers as models write them

  --only TEXT        only answers to questions whose id has this text
  --family NAME      only answers of a family of models: 1-3B, 8B, 70B, reasoning
  --print            prints every outcome that has a fault; with --all every outcome
  --all
  --verifier         VERIFIER_MODEL checks besides the rules
  --out FILE         writes a line of JSON an answer
  --record SET --questions ID,…
                     prints the prompts of these questions of a set (docs-qa/traefik, squad2, "xquad de"), and
                     writes which passages they have into test/research/eval/recorded/questions.jsonl`;

const OPTIONS = {
  only: { type: 'string', default: '' },
  family: { type: 'string' },
  print: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  verifier: { type: 'boolean', default: false },
  out: { type: 'string' },
  record: { type: 'string' },
  questions: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const;

/** The outcomes of recorded answers, and what could not be played. */
export interface PlayedRecord {
  outcomes: AnswerOutcome[];
  problems: string[];
}

/** Plays recorded answers, set by set. Only the documents of their passages are ingested. `verifier`: checks besides the rules. */
export async function playRecorded(
  data: string,
  questions: RecordedQuestion[],
  answers: RecordedAnswer[],
  verifier: Verifier | null = null,
): Promise<PlayedRecord> {
  const played: PlayedRecord = { outcomes: [], problems: [] };
  const asked = questions.filter(({ id }) => answers.some(({ question }) => question === id));
  for (const { question } of answers) {
    if (!asked.some(({ id }) => id === question)) played.problems.push(`${question} is not recorded`);
  }
  const engines = await openEngines({ embedder: 'builtin', answerer: 'extractive' });
  const player = await startPlayer(verifier);
  const playing = progressBar('answers', answers.length);
  try {
    for (const [set, some] of Map.groupBy(asked, (one) => one.set)) {
      const corpus = await loadCorpus(data, set);
      const bench = await openWorkbench(engines);
      try {
        const at = await bench.ingest({ ...corpus, documents: neededDocuments(corpus, some) }, () => {});
        for (const question of some) {
          const own = answers.filter((answer) => answer.question === question.id);
          await playAnswers({ bench, at, corpus, player }, question, own, played);
          playing.increment(own.length);
        }
      } finally {
        await bench.close();
      }
    }
  } finally {
    playing.stop();
    await player.close();
    await engines.close();
  }
  return played;
}

const neededDocuments = ({ documents }: Corpus, questions: RecordedQuestion[]) => {
  const names = new Set(questions.flatMap(({ passages }) => passages.flat().map(({ document }) => document)));
  return documents.filter(({ doc_id }) => names.has(doc_id));
};

async function playAnswers(
  { bench, at, corpus, player }: { bench: Workbench; at: Ingested; corpus: Corpus; player: Player },
  recorded: RecordedQuestion,
  answers: RecordedAnswer[],
  { outcomes, problems }: PlayedRecord,
): Promise<void> {
  const question = corpus.questions.get(recorded.id);
  if (!question) {
    problems.push(`${recorded.set} has no question ${recorded.id}`);
    return;
  }
  const asked = await toAskedQuestion(bench, at, question);
  const passages = await recallPassages(bench, at, asked, recorded);
  const found = passages.map((block) => block.filter((match) => match !== null));
  found.forEach((block, number) => {
    if (block.length === 0) problems.push(`${recorded.id}: passage ${number + 1} is not there any more`);
  });
  const closest = () => closestTo(bench, at, asked, found.flat());
  const chunks = found.map((block) => block.map(({ passage }) => passage.chunkId));
  for (const answer of answers) {
    outcomes.push(outcomeOf(answer, await player.play(asked, { passages: found, closest }, answer), chunks));
  }
}

async function openVerifier(): Promise<Verifier> {
  const log = createLog(() => {}, 'error');
  const verifier = await chooseVerifier(readEnv(), MODEL_CATALOGUE, log);
  if (verifier === null) throw new Error('--verifier needs VERIFIER_MODEL.');
  return verifier;
}

/** Runs the command with these arguments. */
export async function runRecorded(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  if (values.help) return console.log(USAGE);
  const data = dataFolder();
  if (!data) return console.log('The question sets are missing (../shared/data), so no answer can be played.');
  if (values.record !== undefined) return recordPrompts(data, values.record, values.questions.split(','));
  const { only, family } = values;
  const answers = recordedAnswers().filter(
    (answer) => answer.question.includes(only) && (family === undefined || answer.family === family),
  );
  const verifier = values.verifier ? await openVerifier() : null;
  const { outcomes, problems } = await playRecorded(data, recordedQuestions(), answers, verifier);
  await verifier?.close();
  for (const outcome of outcomes) {
    if (values.all || (values.print && faultsOf(outcome).length > 0)) console.log(printed(outcome));
  }
  for (const problem of problems) console.log(problem);
  console.log(`\n${sentenceTable(outcomes)}\n\n${answerTable(outcomes)}\n\n${comparisonTable(outcomes)}`);
  if (values.out !== undefined) writeFileSync(values.out, outcomes.map(toLine).join(''));
}

const toLine = (outcome: AnswerOutcome): string => {
  const { recorded, end, shown, sentences, lost } = outcome;
  const { question, family } = recorded;
  return `${JSON.stringify({ question, family, end, lost, faults: faultsOf(outcome), shown, sentences })}\n`;
};
