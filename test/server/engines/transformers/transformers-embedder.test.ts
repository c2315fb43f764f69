import { mkdirSync, symlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmbeddingModel } from '../../../../server/engines/catalogue/model-types.ts';
import type { NativeOptions } from '../../../../server/engines/host/native-options.ts';
import { createTransformersEmbedder } from '../../../../server/engines/transformers/transformers-embedder.ts';
import type { Embedder } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { onnxEmbedder } from '../../../helpers/models/files/onnx.ts';
import { embeddingEntry, modelsFolder, writeModel } from '../../../helpers/models/folder.ts';
import { childrenOf } from '../../../helpers/processes/child-processes.ts';

const models = modelsFolder();
const started: Embedder[] = [];
let number = 0;
/** The log of the last embedder created. */
let log: string[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((embedder) => embedder.close()));
});

interface Wanted {
  contents?: Record<string, Uint8Array | string>;
  entry?: Partial<EmbeddingModel>;
  options?: Partial<NativeOptions>;
}

async function embedderOn({ contents = onnxEmbedder(), entry = {}, options = {} }: Wanted = {}): Promise<Embedder> {
  const name = `model-${++number}`;
  const own: string[] = [];
  log = own;
  const local = {
    model: embeddingEntry(name, writeModel(models, name, contents), entry),
    directory: join(models, name),
  };
  const embedder = await createTransformersEmbedder(local, {
    log: createLog((line) => own.push(line)),
    enginesDir: ENGINES_DIR,
    threads: 1,
    ...options,
  });
  started.push(embedder);
  return embedder;
}

const dot = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  (a ?? new Float32Array()).reduce((sum, value, at) => sum + value * (b?.[at] ?? Number.NaN), 0);

const ENGINES = ['transformers', 'xenova-transformers'] as const;
const TEXTS = [
  'How do I reset my password?',
  'Open Settings, choose Account, press Reset password.',
  'Ship the invoice before you pay.',
];

const PROGRAM = 'transformers-embedder-child';
const itOnLinux = it.runIf(process.platform === 'linux');
const UNAVAILABLE = { status: 500, code: 'embedder_unavailable' };

const describeModels = await describeWithEngines('transformers', 'xenova-transformers');

describeModels.each(ENGINES)('an embedding model in a child process, with %s', (name) => {
  const options = { engines: [name] } as const;

  it('returns a unit vector for each text, near to texts with the same words', async () => {
    const embedder = await embedderOn({ options });
    const vectors = await embedder.embed(TEXTS, 'passage');
    expect(vectors.map(({ length }) => length)).toEqual([48, 48, 48]);
    for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(dot(vectors[0], vectors[1])).toBeGreaterThan(dot(vectors[0], vectors[2]) + 0.1);
    // It does not depend on the other texts of the batch or their length.
    const [alone] = await embedder.embed(TEXTS.slice(0, 1), 'passage');
    expect(dot(alone, vectors[0])).toBeCloseTo(1, 4);
    // The same holds for many texts.
    const many = await embedder.embed(Array(150).fill(TEXTS[0]), 'passage');
    expect(many).toHaveLength(150);
    expect(dot(many[149], alone)).toBeCloseTo(1, 4);
    expect(await embedder.ready()).toBe(true);
  });

  it("truncates each text at the model's context", async () => {
    const embedder = await embedderOn({ options, entry: { contextTokens: 8 } });
    const [short, same, other] = await embedder.embed(
      [
        'reset password reset password reset password',
        'reset password reset password reset password'.padEnd(4_000, ' invoice price'),
        'invoice price',
      ],
      'passage',
    );
    expect(dot(short, same)).toBeGreaterThan(0.95);
    expect(dot(other, same)).toBeLessThan(0.9);
  });

  it.each<[string, (whole: Buffer) => Uint8Array]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 50_000)],
    ['random', (whole) => Buffer.from(whole.map((_, at) => (at * 7919) % 251))],
  ])('names a file that cannot be loaded, and fails: %s', async (_, damaged) => {
    const contents = onnxEmbedder();
    contents['onnx/model_quantized.onnx'] = damaged(contents['onnx/model_quantized.onnx'] as Buffer);
    const embedder = await embedderOn({ contents, options });
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject(UNAVAILABLE);
    expect(log.join()).toMatch(/engine_failed.*model_quantized\.onnx cannot be loaded/);
    expect(await embedder.ready()).toBe(false);
  });
});

describeModels('an embedding model in a child process', () => {
  it('has the same vectors with both packages', async () => {
    const [one, other] = await Promise.all(
      ENGINES.map(async (name) => (await embedderOn({ options: { engines: [name] } })).embed(TEXTS, 'passage')),
    );
    for (const at of TEXTS.keys()) expect(dot(one?.[at], other?.[at])).toBeCloseTo(1, 4);
  });

  it('uses the older package if only that is there', async () => {
    const enginesDir = join(models, 'engines');
    mkdirSync(enginesDir);
    symlinkSync(join(ENGINES_DIR, 'xenova-transformers'), join(enginesDir, 'xenova-transformers'));
    const embedder = await embedderOn({ options: { enginesDir } });
    expect(await embedder.embed(['a'], 'query')).toHaveLength(1);
  });

  it("adds the model's prefixes to questions and passages", async () => {
    const [prefixed, plain] = await Promise.all([
      embedderOn({ entry: { queryPrefix: 'invoice: ', passagePrefix: 'password: ' } }),
      embedderOn(),
    ]);
    const [[query], [passage], wanted] = await Promise.all([
      prefixed.embed(['reset'], 'query'),
      prefixed.embed(['reset'], 'passage'),
      plain.embed(['invoice: reset', 'password: reset'], 'query'),
    ]);
    expect(dot(query, wanted[0])).toBeCloseTo(1, 4);
    expect(dot(passage, wanted[1])).toBeCloseTo(1, 4);
  });

  it('pools as the model requires', async () => {
    const [mean, cls, last] = await Promise.all(
      (['mean', 'cls', 'last'] as const).map(async (pooling) => {
        const [vector] = await (await embedderOn({ entry: { pooling } })).embed(['reset password', 'a'], 'query');
        return vector;
      }),
    );
    expect(dot(mean, cls)).toBeLessThan(0.99);
    expect(dot(cls, last)).toBeLessThan(0.99);
  });

  itOnLinux.each(['query', 'passage of an answer'] as const)(
    'embeds a text of the kind “%s” while the process for the index does nothing',
    async (kind) => {
      const embedder = await embedderOn();
      await embedder.embed(['a'], 'passage');
      const [forIndex = 0] = childrenOf(process.pid, PROGRAM);
      process.kill(forIndex, 'SIGSTOP');
      const documents = embedder.embed(['reset password'], 'passage');
      expect(await embedder.embed(['a'], kind)).toHaveLength(1);
      process.kill(forIndex, 'SIGCONT');
      expect(await documents).toHaveLength(1);
    },
  );

  itOnLinux('gives the process for the index a lower priority than that for questions', async () => {
    const embedder = await embedderOn();
    await embedder.embed(['a'], 'query');
    const [forQuestions = 0] = childrenOf(process.pid, PROGRAM);
    await embedder.embed(['a'], 'passage');
    const [forIndex = 0] = childrenOf(process.pid, PROGRAM).filter((pid) => pid !== forQuestions);
    expect(getPriority(forIndex)).toBeGreaterThan(getPriority(forQuestions));
  });

  describe('that needs much of the memory which models may take', () => {
    const options = { limits: { memory: 600e6 } };

    itOnLinux('has one process', async () => {
      const embedder = await embedderOn({ options });
      await Promise.all([embedder.embed(['a'], 'query'), embedder.embed(['a'], 'passage')]);
      expect(childrenOf(process.pid, PROGRAM)).toHaveLength(1);
    });

    it('answers a question before documents that arrived earlier', async () => {
      const embedder = await embedderOn({ options });
      await embedder.embed(['a'], 'query');
      const order: string[] = [];
      const documents = embedder
        .embed(Array(64).fill('reset password '.repeat(60)), 'passage')
        .then(() => order.push('documents'));
      const question = embedder.embed(['a'], 'query').then(() => order.push('question'));
      await Promise.all([documents, question]);
      expect(order).toEqual(['question', 'documents']);
    });
  });

  it("does not block the server's event loop", async () => {
    const embedder = await embedderOn();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await embedder.embed(Array(64).fill('reset password '.repeat(60)), 'passage');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });

  it('is named after the model and its revision', async () => {
    expect((await embedderOn()).id).toMatch(/^transformers:model-\d+@0123456789ab$/);
  });

  it('stops when aborted', async () => {
    const embedder = await embedderOn();
    const abort = new AbortController();
    const embedding = embedder.embed(Array(64).fill(TEXTS[0]), 'passage', abort.signal);
    abort.abort(new Error('gone'));
    await expect(embedding).rejects.toThrow('gone');
    expect(await embedder.embed(['a'], 'query')).toHaveLength(1);
  });

  it("fails if the vectors' length differs from the stored ones", async () => {
    const embedder = await embedderOn({ entry: { dimensions: 64 } });
    await expect(embedder.embed(['a', 'b'], 'query')).rejects.toMatchObject(UNAVAILABLE);
    expect(log.join()).toMatch(/embedder_dimensions_changed.*"expected":64,"found":48/);
  });

  it('names the command that adds the missing engine', async () => {
    await expect(embedderOn({ options: { enginesDir: join(models, 'no-engines') } })).rejects.toThrow(
      'EMBEDDER=transformers needs the engine transformers. Add it with: npx footnote engines add transformers',
    );
  });

  it('names a file that is empty', async () => {
    const creating = embedderOn({ contents: { ...onnxEmbedder(), 'onnx/model_quantized.onnx': '' } });
    await expect(creating).rejects.toThrow(
      /a file of the model model-\d+ has the wrong format: .*model_quantized\.onnx/,
    );
  });
});
