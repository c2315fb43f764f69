import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seeded } from '../../helpers/input/seeded.ts';
import { type Curve, curveOf, curveTable } from './curve.ts';
import { COMBINATIONS, type EngineNames, type Engines, nameOf, openEngines } from './engines.ts';
import { type Floor, floorOf, NO_FLOOR } from './floor.ts';
import { foreignFollowUps, foreignTo } from './foreign.ts';
import { type Observation, observe } from './measure.ts';
import { progressBar } from './progress-bar.ts';
import { dataFolder, draw, type Group, loadGroups, type SetQuestion, setNames } from './sets.ts';
import { type Summary, summarise } from './summary.ts';
import { table } from './table.ts';
import { sweepVectorWeights, type VectorWeightSweep, weightTable } from './weights.ts';
import { type Ingested, openWorkbench } from './workbench.ts';

const USAGE = `npm run eval [-- OPTION …]; for questions about documentation: npm run eval -- docs-qa --help;
for the check of sentences that a model wrote: npm run eval -- support --help;
for whole answers as models write them: npm run eval -- recorded --help

  --sets a,b         only these sets, or groups of them such as "xquad zh"
  --limit N          maximum number of questions per group
  --foreign N        maximum number of questions from other domains
  --seed S           seed of the random draw of questions
  --embedder NAME    overrides EMBEDDER; "fixture" is a small untrained model that is generated
  --reranker NAME    overrides RERANKER_MODEL; "fixture" is a small untrained model that is generated
  --answerer NAME    overrides ANSWERER; "scripted" is a model in this process that also makes false claims
  --combinations     one row for each combination of engines that needs no download
  --store NAME       sqlite, pglite (with pgvector, for some thousand passages) or postgres (a real server)
  --curve            shares of refused questions by the threshold of the answerability
  --weights          hit rates by the weight of the vectors beside the text index
  --json FILE        also writes all results to a file`;

const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    limit: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    foreign: { type: 'string', default: '200' },
    embedder: { type: 'string' },
    answerer: { type: 'string' },
    reranker: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    combinations: { type: 'boolean', default: false },
    curve: { type: 'boolean', default: false },
    weights: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** The maximum number of questions per group, and of questions from other domains. */
const limit = Number(values.limit);
const foreignLimit = Number(values.foreign);
const seed = Number(values.seed);

/** The results of one group of questions. */
interface Evaluated {
  rows: { summary: Summary; floor: Floor }[];
  curves: Curve[];
  sweep: VectorWeightSweep | null;
}

async function evaluate(engines: Engines, group: Group, groups: Group[], data: string): Promise<Evaluated> {
  const bench = await openWorkbench(engines, values.store);
  try {
    const ingest = async (part: Group) => {
      const ingesting = progressBar(`${part.name}: documents`, part.documents.length);
      const ingested = await bench.ingest(part, (done) => ingesting.update(done));
      ingesting.stop();
      for (const { title, code } of ingested.failed) console.log(`${part.name}: ${title} failed: ${code}`);
      return ingested;
    };
    const ask = async (what: string, at: Ingested, asked: SetQuestion[]) => {
      const asking = progressBar(`${group.name}: ${what}`, asked.length);
      const observations: Observation[] = [];
      for (const question of asked) {
        observations.push(await observe(bench, group, at, question));
        asking.increment();
      }
      asking.stop();
      return observations;
    };

    const whole = await ingest(group);
    const foreign = foreignTo(group, groups, foreignLimit, seeded(seed));
    const half =
      foreign.documents === group.documents ? whole : await ingest({ ...group, documents: foreign.documents });
    const questions = draw(group.questions, limit, seeded(seed));
    const later = foreignFollowUps(group, foreign.questions);
    const own = await ask('questions', whole, questions);
    const others = await ask('foreign questions', half, foreign.questions);
    const followUps = own.filter(({ question }) => question.history?.length);
    const foreignLater = await ask('foreign follow-ups', half, later);

    const size = { documents: group.documents.length, failed: whole.failed.length, chunks: whole.chunks };
    const floor = floorOf(data, group.set, group.language);
    const rows = [{ summary: summarise({ name: group.name, ...size }, own, others), floor }];
    const curves = [
      curveOf(
        group.name,
        own.filter((one) => !followUps.includes(one)),
        others,
      ),
    ];
    if (foreignLater.length > 0) {
      const name = `${group.name} follow-ups`;
      rows.push({ summary: summarise({ name, ...size }, followUps, foreignLater), floor: NO_FLOOR });
      curves.push(curveOf(name, followUps, foreignLater));
    }
    return {
      rows,
      curves,
      sweep: values.weights ? await sweepVectorWeights(bench, group, whole, questions) : null,
    };
  } finally {
    await bench.close();
  }
}

const namesAsked = ({ embedder, answerer, reranker }: typeof values): EngineNames => ({
  ...(embedder && { embedder }),
  ...(answerer && { answerer }),
  ...(reranker && { reranker }),
});

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const data = dataFolder();
  if (!data) return console.log('The question sets are missing (../shared/data).');
  const there = setNames(data);
  const wanted = values.sets?.split(',') ?? there;
  const groups = (await Promise.all(there.map((name) => loadGroups(data, name)))).flat();
  for (const name of wanted) {
    if (!groups.some((group) => group.set === name || group.name === name))
      console.log(`There is no set named ${name}.`);
  }
  const all: Evaluated = { rows: [], curves: [], sweep: null };
  const vectorWeights: VectorWeightSweep[] = [];
  for (const names of values.combinations ? COMBINATIONS : [namesAsked(values)]) {
    const engines = await openEngines(names);
    try {
      for (const group of groups.filter(({ set, name }) => wanted.some((one) => one === set || one === name))) {
        const { rows, curves, sweep } = await evaluate(engines, group, groups, data);
        if (values.combinations) for (const { summary } of rows) summary.name = `${summary.name}: ${nameOf(names)}`;
        console.log(`${table(rows)}\n`);
        all.rows.push(...rows);
        all.curves.push(...curves);
        if (sweep) vectorWeights.push(sweep);
      }
    } finally {
      await engines.close();
    }
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ ...all, vectorWeights }, null, 2)}\n`);
  console.log(table(all.rows));
  if (values.curve) console.log(`\n${curveTable(all.curves)}`);
  if (values.weights) console.log(`\n${weightTable(vectorWeights)}`);
}

await main();
