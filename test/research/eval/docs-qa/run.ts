import { parseArgs } from 'node:util';
import { seeded } from '../../../helpers/input/seeded.ts';
import { type Engines, openEngines } from '../engines.ts';
import { progressBar } from '../progress-bar.ts';
import { draw } from '../sets.ts';
import { heldOutWeights } from '../train/weights-file.ts';
import { type Ingested, openWorkbench, type Workbench } from '../workbench.ts';
import { type Asked, ask, withoutPassage } from './ask.ts';
import type { DocsQuestion, Documentation, Documentations } from './documentation.ts';
import { offTopicQuestions } from './off-topic.ts';
import { askPairs, type Pair, pairTable } from './pairs.ts';
import { certaintyTable, documentationTable, isOffTopic, offTopicTable, printed, typeTable } from './report.ts';
import { compareVerdicts, readVerdicts, writeVerdicts } from './verdict-file.ts';

const usage = (command: string) => `npm run eval -- ${command} [OPTION …]: what the reader gets, without a model

  --only a,b         these documentations
  --embedder NAME    with the vectors of a model whose weights \`npm run weights\` fetches (default: the built-in vectors)
  --reader off       without the reader
  --print N          so many whole answers, to be read by eye
  --type TYPE        prints answers to questions of this type (how-to, unanswerable, off-topic, …)
  --seed S           prints others
  --out FILE         writes a line of JSON a question
  --compare FILE     lists the questions whose verdict is another than in a file of --out`;

const OPTIONS = {
  only: { type: 'string' },
  embedder: { type: 'string', default: 'builtin' },
  reader: { type: 'string', default: 'builtin' },
  print: { type: 'string' },
  type: { type: 'string' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string' },
  compare: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Everything asked of one documentation, and what of it no passage answers. */
export interface Evaluated {
  asked: Asked[];
  /** The same questions after others. */
  pairs: Pair[];
  /** Ids of the questions whose answer stands in no passage. */
  missing: string[];
  failed: { title: string; code: string }[];
  chunks: number;
}

/**
 * Ingests a documentation into a project and asks every question of it. Each has a store of its own, for how rare a word is
 * counts over the whole of a text index. The weights are those that were trained without it.
 */
export async function evaluateDocumentation(engines: Engines, documentation: Documentation): Promise<Evaluated> {
  const weights = heldOutWeights(documentation.name) ?? undefined;
  const bench = await openWorkbench(engines, 'sqlite', weights);
  try {
    const { name, documents, questions } = documentation;
    const ingesting = progressBar(`${name}: documents`, documents.length);
    const at = await bench.ingest(documentation, (done) => ingesting.update(done));
    ingesting.stop();
    const all = [...questions, ...offTopicQuestions(documentation)];
    const asked = await askAll(bench, at, documentation, all);
    const repeating = progressBar(`${name}: after others`, all.length);
    const pairs = await askPairs(bench, at, asked, () => repeating.increment());
    repeating.stop();
    return { asked, pairs, missing: await withoutPassage(bench, at, questions), failed: at.failed, chunks: at.chunks };
  } finally {
    await bench.close();
  }
}

/** The questions of a documentation alone, as `evaluateDocumentation` asks them. */
export async function askDocumentation(engines: Engines, documentation: Documentation): Promise<Asked[]> {
  const bench = await openWorkbench(engines, 'sqlite', heldOutWeights(documentation.name) ?? undefined);
  try {
    const at = await bench.ingest(documentation, () => {});
    return await askAll(bench, at, documentation, documentation.questions);
  } finally {
    await bench.close();
  }
}

async function askAll(bench: Workbench, at: Ingested, documentation: Documentation, questions: DocsQuestion[]) {
  const asking = progressBar(`${documentation.name}: questions`, questions.length);
  const asked: Asked[] = [];
  for (const question of questions) {
    asked.push(await ask(bench, at, documentation, question));
    asking.increment();
  }
  asking.stop();
  return asked;
}

/** Runs the command, `docs-qa` or `unseen`, with these arguments. */
export async function runDocumentations(
  command: string,
  { names: there, missing, load }: Documentations,
  args: string[],
): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  if (values.help) return console.log(usage(command));
  for (const line of missing) console.log(line);
  if (there.length === 0) return console.log('There is nothing to evaluate.');
  const wanted = values.only?.split(',') ?? there;
  for (const name of wanted) if (!there.includes(name)) console.log(`There is no documentation named ${name}.`);
  // Read first, for `--out` may name the same file.
  const before = values.compare === undefined ? null : readVerdicts(values.compare);

  const all: Asked[] = [];
  const allPairs: Pair[] = [];
  const engines = await openEngines({ embedder: values.embedder, answerer: 'extractive', reader: values.reader });
  try {
    for (const name of there.filter((one) => wanted.includes(one))) {
      const { asked, pairs, missing, failed, chunks } = await evaluateDocumentation(engines, load(name));
      all.push(...asked);
      allPairs.push(...pairs);
      console.log(`${name}: ${chunks} passages; none answers ${missing.join(', ') || 'no question'}`);
      for (const { title, code } of failed) console.log(`${name}: ${title} failed: ${code}`);
    }
  } finally {
    await engines.close();
  }
  if (all.length === 0) return;
  if (values.print !== undefined) {
    const asked = all.filter(({ question }) =>
      values.type ? question.type === values.type : !isOffTopic(question.type),
    );
    for (const one of draw(asked, Number(values.print), seeded(Number(values.seed)))) console.log(printed(one));
  }
  const tables = [
    ...[documentationTable(all), typeTable(all), offTopicTable(all), certaintyTable(all)],
    pairTable(allPairs),
  ];
  console.log(tables.map((one) => `\n${one}`).join('\n'));
  if (before) console.log(`\n${compareVerdicts(before, all)}`);
  if (values.out !== undefined) writeVerdicts(values.out, all);
}
