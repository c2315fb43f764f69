/**
 * Runs an embedding model in onnxruntime alone, and prints what that took: tokenized in advance, one text a run or in padded batches
 * of texts of similar length. Its vectors are not looked at.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What the parent sends on standard input. */
export interface FloorTask {
  /** The address of a module beside which onnxruntime is installed. */
  library: string;
  network: string;
  threads: number;
  /** The numbers of each text's tokens. */
  texts: number[][];
  /** Texts a run. */
  batch: number;
}

export interface FloorResult {
  /** From the start of the process to the first result, and of all runs, in milliseconds. */
  first: number;
  took: number;
  processorTime: number;
  residentMegabytes: number;
}

interface Runtime {
  Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => unknown;
  InferenceSession: {
    create(path: string, options: object): Promise<{ inputNames: string[]; run(feeds: object): Promise<unknown> }>;
  };
}

const task = JSON.parse(readFileSync(0, 'utf8')) as FloorTask;
const { InferenceSession, Tensor } = createRequire(task.library)('onnxruntime-node') as Runtime;
const session = await InferenceSession.create(task.network, {
  intraOpNumThreads: task.threads,
  interOpNumThreads: 1,
});
const texts = task.texts.sort((one, other) => one.length - other.length);
const runs = Array.from({ length: Math.ceil(texts.length / task.batch) }, (_, at) =>
  texts.slice(at * task.batch, (at + 1) * task.batch),
);

/** The inputs of BERT: the numbers of the tokens, which of them are real, and one segment. */
function feedsFor(texts: number[][]): Record<string, unknown> {
  const length = Math.max(...texts.map((tokens) => tokens.length));
  const tensor = (value: (tokens: number[], at: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(texts.flatMap((tokens) => Array.from({ length }, (_, at) => BigInt(value(tokens, at))))),
      [texts.length, length],
    );
  const feeds: Record<string, unknown> = {
    input_ids: tensor((tokens, at) => tokens[at] ?? 0),
    attention_mask: tensor((tokens, at) => (at < tokens.length ? 1 : 0)),
    token_type_ids: tensor(() => 0),
  };
  return Object.fromEntries(session.inputNames.map((name) => [name, feeds[name]]));
}

await session.run(feedsFor(runs[0] ?? []));
const first = performance.now();
const before = process.cpuUsage();
for (const run of runs) await session.run(feedsFor(run));
const { user, system } = process.cpuUsage(before);
const result: FloorResult = {
  first,
  took: performance.now() - first,
  processorTime: (user + system) / 1000,
  residentMegabytes: process.memoryUsage.rss() / 2 ** 20,
};
console.log(JSON.stringify(result));
