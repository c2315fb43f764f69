/**
 * `npm run bench -- --profile [sqlite | postgres] [PASSAGES …]`: the processor time of each stage of a question, in projects
 * of growing size made from the open documentations, and how much it grows.
 */
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { createLog } from '../../../server/platform/log.ts';
import { withProject } from '../../helpers/stores/rows.ts';
import { STORE_ENGINES } from '../../helpers/stores/store-engines.ts';
import { round } from './measurement.ts';
import { pagesOf, readCorpora, storePages } from './profile/corpora.ts';
import { createStages, STAGES, type StageTimes } from './profile/stages.ts';
import { withDirectory } from './subject.ts';

const SIZES = [1_000, 20_000, 200_000];
const QUESTIONS = 100;

export async function printProfile(args: string[]): Promise<void> {
  const engines = args.filter((name) => name in STORE_ENGINES);
  const sizes = args.map(Number).filter((size) => size > 0);
  for (const engine of engines.length > 0 ? engines : ['sqlite']) {
    const columns: StageTimes[] = [];
    for (const size of sizes.length > 0 ? sizes : SIZES) {
      columns.push(await profile(engine, size));
      console.log(table(engine, columns));
    }
  }
}

/** The times of a question in a project of this size, once the code is warm. */
async function profile(engine: string, size: number): Promise<StageTimes> {
  return withDirectory(async (dataDir) => {
    const embedder = createBuiltinEmbedder();
    const store = await STORE_ENGINES[engine]?.({ dataDir, embedder, log: createLog(() => undefined) });
    if (!store) throw new Error(`There is no store engine ${engine}.`);
    try {
      const { id } = await withProject(store);
      const { pages, questions } = await readCorpora();
      await storePages(store, id, pagesOf(pages, size));
      const every = Math.ceil(questions.length / QUESTIONS);
      const asked = questions.filter((_, at) => at % every === 0);
      const stages = createStages({ store, embedder, projectId: id });
      await stages.ask(asked);
      const times = await stages.ask(asked);
      return engine === 'sqlite' ? { ...times, floor: await stages.floor(dataDir, asked) } : times;
    } finally {
      await store.close();
      await embedder.close();
    }
  });
}

function table(engine: string, columns: StageTimes[]): string {
  const [first] = columns;
  const head = `| ${engine}, ms of processor time | ${columns.map(({ passages }) => passages).join(' | ')} | growth |`;
  const rows = STAGES.map((stage) => {
    const times = columns.map((column) => column[stage] ?? Number.NaN);
    const growth = (times.at(-1) ?? Number.NaN) / (first?.[stage] ?? Number.NaN);
    return `| ${stage} | ${times.map(round).join(' | ')} | ${round(growth)} × |`;
  });
  return ['', head, `|${' --- |'.repeat(columns.length + 2)}`, ...rows].join('\n');
}
