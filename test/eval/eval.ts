import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { seeded } from '../helpers/seeded.ts';
import { type Floor, floorOf } from './floor.ts';
import { type Observation, observe } from './measure.ts';
import { dataFolder, draw, type Group, loadGroups, type SetQuestion, setNames } from './sets.ts';
import { type Summary, summarise } from './summary.ts';
import { table } from './table.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const USAGE = 'npm run eval [-- --sets a,b --limit N --seed S --foreign N --json FILE]';

const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    limit: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    foreign: { type: 'string', default: '200' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** How many questions of each set: `limit` at most, and as many from other domains as `foreign` says. */
const limit = Number(values.limit);
const foreignLimit = Number(values.foreign);
const seed = Number(values.seed);

function bar(what: string, total: number): SingleBar {
  const progress = new SingleBar(
    { format: `${what.padEnd(34)} {bar} {value}/{total}`, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  progress.start(total, 0);
  return progress;
}

/** Questions in the group's language from sets that share no document with it: nothing here can answer them. */
function foreignQuestions(group: Group, groups: Group[]): SetQuestion[] {
  const own = new Set(group.documents.map(({ title }) => title));
  const others = groups.filter(
    (other) =>
      other.set !== group.set &&
      other.language === group.language &&
      !other.documents.some(({ title }) => own.has(title)),
  );
  const random = seeded(seed);
  const alone = ({ history }: SetQuestion) => !history?.length;
  return others.flatMap((other) =>
    draw(other.questions.filter(alone), Math.ceil(foreignLimit / others.length), random).map(withoutGold),
  );
}

/** What another set holds to be right is nothing here. */
function withoutGold(question: SetQuestion): SetQuestion {
  return { ...question, answerable: false, answers: [], answer_type: 'abstractive', gold: [] };
}

async function evaluate(bench: Workbench, group: Group, groups: Group[]): Promise<Summary> {
  const ingesting = bar(`${group.name}: documents`, group.documents.length);
  const ingested = await bench.ingest(group, (done) => ingesting.update(done));
  ingesting.stop();
  for (const { title, code } of ingested.failed) console.log(`${group.name}: ${title} failed: ${code}`);

  const questions = draw(group.questions, limit, seeded(seed));
  const foreign = foreignQuestions(group, groups);
  const asking = bar(`${group.name}: questions`, questions.length + foreign.length);
  const ask = async (asked: SetQuestion[]) => {
    const observations: Observation[] = [];
    for (const question of asked) {
      observations.push(await observe(bench, group, ingested, question));
      asking.increment();
    }
    return observations;
  };
  const own = await ask(questions);
  const others = await ask(foreign);
  asking.stop();
  return summarise(
    {
      name: group.name,
      documents: group.documents.length,
      failed: ingested.failed.length,
      chunks: ingested.chunks,
    },
    own,
    others,
  );
}

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const data = dataFolder();
  if (!data) return console.log('The question sets are not here (../shared/data), so there is nothing to evaluate.');
  const there = setNames(data);
  const wanted = values.sets?.split(',') ?? there;
  for (const name of wanted) if (!there.includes(name)) console.log(`There is no set named ${name}; it is left out.`);
  const groups = (await Promise.all(there.map((name) => loadGroups(data, name)))).flat();
  const rows: { summary: Summary; floor: Floor }[] = [];
  for (const group of groups.filter(({ set }) => wanted.includes(set))) {
    const bench = await openWorkbench();
    try {
      const summary = await evaluate(bench, group, groups);
      rows.push({ summary, floor: floorOf(data, group.set, group.language) });
      console.log(`${table(rows.slice(-1))}\n`);
    } finally {
      await bench.close();
    }
  }
  console.log(table(rows));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
}

await main();
