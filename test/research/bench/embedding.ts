import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import { areThere, REAL_EMBEDDERS, WEIGHTS } from '../../../.build/weights.ts';
import { MODEL_CATALOGUE } from '../../../server/engines/catalogue/model-catalogue.ts';
import type { EmbeddingModel } from '../../../server/engines/catalogue/model-types.ts';
import { createTransformersEmbedder } from '../../../server/engines/transformers/transformers-embedder.ts';
import { transformersSettings } from '../../../server/engines/transformers/transformers-settings.ts';
import { createLog } from '../../../server/platform/log.ts';
import { childrenOf } from '../../helpers/processes/child-processes.ts';
import { ENGINES_DIR } from '../eval/engines.ts';
import { makeMarkdown } from './books.ts';
import type { FloorResult, FloorTask } from './embedding-floor.ts';
import { fillWithPages, QUESTIONS } from './guide.ts';
import { type Measurement, median, percentile, round, verdict } from './measurement.ts';
import { residentMegabytes, threadMicroseconds } from './processes.ts';
import { ingest, type Subject, withDirectory, withSubject } from './subject.ts';

/** Of the guide's pages, cut at their headings and so long at most, in characters, as passages are. */
const MAX_LENGTH = 1_200;
const TEXTS = 160;
/** A page of print in characters, to tell how long 300 of them take. */
const PAGE = 2_000;
const PAGES = 300;
const BATCH = 16;
const ROUNDS = 3;
/** Of a book, in bytes. */
const IMPORTED = 300_000;
const CHILD = 'transformers-embedder-child';
const log = createLog(() => undefined);

/** Embedding models with their real weights against onnxruntime alone, and questions while one embeds. */
export async function measureEmbedding(): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const name of REAL_EMBEDDERS) {
    const model = MODEL_CATALOGUE.find((each) => each.name === name);
    if (model?.purpose !== 'embedding') throw new Error(`${name} is no embedding model.`);
    if (areThere(model)) found.push(...(await compare(model)), ...(await askWhileEmbedding(name)));
    else
      found.push({
        what: `${name} (not here: npm run weights)`,
        floor: '',
        measured: '',
        target: '',
        verdict: 'unknown',
      });
  }
  return found;
}

function passages(): string[] {
  const folder = fileURLToPath(new URL('../../../examples/docs', import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .flatMap((path) => readFileSync(join(folder, path), 'utf8').split(/\n(?=#)/))
    .map((section) => section.slice(0, MAX_LENGTH).trim())
    .filter((section) => section.length > 100)
    .slice(0, TEXTS);
}

/** The same texts by turns: onnxruntime alone, one text a run and in batches, and the product's child process. */
async function compare(model: EmbeddingModel): Promise<Measurement[]> {
  const texts = passages();
  const local = { model, directory: join(WEIGHTS, model.name) };
  const options = { log, enginesDir: ENGINES_DIR };
  const { library, directory, network, threads, contextTokens } = await transformersSettings(
    local,
    options,
    'The bench',
  );
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(directory, 'tokenizer.json'), 'utf8')), {});
  const tokens = texts.map((text) => tokenizer.encode(text).ids.slice(0, contextTokens));
  const task = { library, network: join(directory, network), threads, texts: tokens };
  const rounds: { single: FloorResult; batched: FloorResult; product: FloorResult }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const single = await runFloor({ ...task, batch: 1 });
    const batched = await runFloor({ ...task, batch: BATCH });
    rounds.push({ single, batched, product: await runProduct() });
  }

  async function runProduct(): Promise<FloorResult> {
    const began = performance.now();
    const embedder = await createTransformersEmbedder(local, options);
    try {
      await embedder.embed(texts.slice(0, 1), 'passage');
      const first = performance.now() - began;
      const [child = 0] = childrenOf(process.pid, CHILD);
      const before = { child: threadMicroseconds(child), own: process.cpuUsage() };
      await embedder.embed(texts, 'passage');
      const own = process.cpuUsage(before.own);
      return {
        first,
        took: performance.now() - began - first,
        processorTime: (threadMicroseconds(child) - before.child + own.user + own.system) / 1000,
        residentMegabytes: residentMegabytes(child),
      };
    } finally {
      await embedder.close();
    }
  }

  const middle = (of: keyof (typeof rounds)[number], what: keyof FloorResult) =>
    median(rounds.map((one) => one[of][what]));
  const share = (PAGES * PAGE) / texts.reduce((sum, { length }) => sum + length, 0);
  const line = (floor: 'single' | 'batched', named: string, target: number | null): Measurement => {
    const [beside, own] = [middle(floor, 'processorTime'), middle('product', 'processorTime')];
    const each = (milliseconds: number) => `${round(milliseconds / texts.length)} ms a text`;
    return {
      what: `${model.name}: processor time for ${texts.length} passages / onnxruntime alone, ${named}, ${threads} thread${threads === 1 ? '' : 's'}`,
      floor: each(beside),
      measured: `${each(own)}, ${PAGES} pages in ${round((share * own) / 1000)} s`,
      ratio: own / beside,
      target: target === null ? 'none' : `≤ ${target} ×`,
      verdict: target === null ? 'unknown' : verdict(own / beside <= target),
    };
  };
  const beside = (what: string, of: keyof FloorResult, unit: string): Measurement => ({
    what: `${model.name}: ${what} / onnxruntime alone`,
    floor: `${round(middle('single', of))} ${unit}`,
    measured: `${round(middle('product', of))} ${unit}`,
    ratio: middle('product', of) / middle('single', of),
    target: 'none',
    verdict: 'unknown',
  });
  return [
    line('single', 'one text a run', 1.3),
    line('batched', `${BATCH} of similar length a run`, null),
    beside('the first vector after a start', 'first', 'ms'),
    beside('memory of the process', 'residentMegabytes', 'MB'),
  ];
}

function runFloor(task: FloorTask): Promise<FloorResult> {
  const program = fileURLToPath(new URL('./embedding-floor.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, ['--no-warnings', program], (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout) as FloorResult),
    );
    child.stdin?.end(JSON.stringify(task));
  });
}

/** Questions to a server before, and while it embeds a book. Without the reader, which would read at the same time. */
async function askWhileEmbedding(model: string): Promise<Measurement[]> {
  const settings = { EMBEDDER: 'transformers', EMBEDDER_MODEL: model, MODELS_DIR: WEIGHTS, ENGINES_DIR, READER: 'off' };
  return withDirectory((directory) =>
    withSubject(
      directory,
      async (subject) => {
        await fillWithPages(subject);
        await askAll(subject);
        const idle = await askAll(subject);
        let embeds = true;
        const importing = ingest(subject, makeMarkdown().subarray(0, IMPORTED), 'book.md').finally(() => {
          embeds = false;
        });
        // The book is parsed first.
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        const busy: number[] = [];
        while (embeds) busy.push(...(await askAll(subject, () => embeds)));
        await importing;
        const show = (times: number[]) => `p50 ${round(median(times))}, p95 ${round(percentile(times, 0.95))} ms`;
        const ratio = percentile(busy, 0.95) / percentile(idle, 0.95);
        return [
          {
            what: `${model}: ${busy.length} questions while a book is embedded / before`,
            floor: show(idle),
            measured: show(busy),
            ratio,
            target: 'p95 ≤ 2 ×',
            verdict: verdict(ratio <= 2),
          },
        ];
      },
      settings,
    ),
  );
}

async function askAll({ footnote, projectId }: Subject, goesOn = () => true): Promise<number[]> {
  const times: number[] = [];
  for (const query of QUESTIONS) {
    if (!goesOn()) break;
    const began = performance.now();
    await footnote.chat.create(projectId, { query });
    times.push(performance.now() - began);
  }
  return times;
}
