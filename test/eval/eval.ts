import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seeded } from '../helpers/input/seeded.ts';
import { type Curve, curveOf, curveTable } from './curve.ts';
import { COMBINATIONS, type EngineNames, type Engines, nameOf, openEngines } from './engines.ts';
import { type Floor, floorOf, NO_FLOOR } from './floor.ts';
import { foreignFollowUps, foreignTo } from './foreign.ts';
import { type Observation, observe } from './measure.ts';
import { progressBar } from './progress-bar.ts';
import { dataFolder, draw, type Group, loadGroups, type SetQuestion, setNames } from './sets.ts';
import { type Summary, summarise } from './summary.ts';
import { table } from './table.ts';
import { type VectorWorth, vectorWorth, weightTable } from './weights.ts';
import { type Ingested, openWorkbench } from './workbench.ts';

const USAGE = `npm run eval [-- OPTION …]; for documentations and what their readers get: npm run eval -- docs-qa --help;
for the check of written sentences: npm run eval -- support --help

  --sets a,b         these sets, or single groups of them such as "xquad zh"
  --limit N          so many questions of each group
  --foreign N        so many questions from other domains
  --seed S           draws other questions
  --embedder NAME    instead of what EMBEDDER says; "fixture": a small untrained model that is made here
  --reranker NAME    instead of what RERANKER_MODEL says; "fixture" likewise
  --answerer NAME    instead of what ANSWERER says; "scripted": a model in this process that also says false things
  --combinations     every combination of engines that needs no model from elsewhere, a row each
  --store NAME       sqlite, pglite (with pgvector, for some thousand passages) or postgres (a real server)
  --curve            what would be refused over the threshold of the certainty
  --weights          what the vectors are worth beside the text index
  --json FILE        writes everything there as well`;

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

/** How many questions of each set: `limit` at most, and as many from other domains as `foreign` says. */
const limit = Number(values.limit);
const foreignLimit = Number(values.foreign);
const seed = Number(values.seed);

/** What one group of questions came to. */
interface Evaluated {
  rows: { summary: Summary; floor: Floor }[];
  curves: Curve[];
  worth: VectorWorth | null;
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
      worth: values.weights ? await vectorWorth(bench, group, whole, questions) : null,
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
  if (!data) return console.log('The question sets are not here (../shared/data), so there is nothing to evaluate.');
  const there = setNames(data);
  const wanted = values.sets?.split(',') ?? there;
  const groups = (await Promise.all(there.map((name) => loadGroups(data, name)))).flat();
  for (const name of wanted) {
    if (!groups.some((group) => group.set === name || group.name === name))
      console.log(`There is no set named ${name}.`);
  }
  const all: Evaluated = { rows: [], curves: [], worth: null };
  const worths: VectorWorth[] = [];
  for (const names of values.combinations ? COMBINATIONS : [namesAsked(values)]) {
    const engines = await openEngines(names);
    try {
      for (const group of groups.filter(({ set, name }) => wanted.some((one) => one === set || one === name))) {
        const { rows, curves, worth } = await evaluate(engines, group, groups, data);
        if (values.combinations) for (const { summary } of rows) summary.name = `${summary.name}: ${nameOf(names)}`;
        console.log(`${table(rows)}\n`);
        all.rows.push(...rows);
        all.curves.push(...curves);
        if (worth) worths.push(worth);
      }
    } finally {
      await engines.close();
    }
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ ...all, worths }, null, 2)}\n`);
  console.log(table(all.rows));
  if (values.curve) console.log(`\n${curveTable(all.curves)}`);
  if (values.weights) console.log(`\n${weightTable(worths)}`);
}

await main();
