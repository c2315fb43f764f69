import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runModelsCommand } from '../../../../server/commands/models/models.ts';
import { readEnv } from '../../../../server/config/env.ts';
import { verifyModel } from '../../../../server/engines/catalogue/model-folder.ts';
import { allModels, readOwnModels } from '../../../../server/engines/own-models/own-models.ts';
import { localEmbedder } from '../../../../server/engines/selection/create-engines.ts';
import { embedderChoice } from '../../../../server/engines/selection/resolve-engine.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { scriptedGguf } from '../../../helpers/models/files/gguf.ts';
import { hostileOnnx, lyingGguf } from '../../../helpers/models/files/hostile.ts';
import { onnxEmbedder, onnxReranker, onnxVerifier } from '../../../helpers/models/files/onnx.ts';
import { modelsFolder } from '../../../helpers/models/folder.ts';
import { SILENT } from '../../../helpers/stores/rows.ts';

type Contents = Record<string, Uint8Array | string>;

let folder: string;
beforeEach(() => {
  folder = modelsFolder();
});

/** A folder that the operator brought. */
function brought(contents: Contents): string {
  for (const [path, content] of Object.entries(contents)) {
    const at = join(folder, 'brought', path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content);
  }
  return join(folder, 'brought');
}

const envHere = () => readEnv({ DATA_DIR: join(folder, 'data'), ENGINES_DIR, MODEL_THREADS: '1' });

async function models(...words: string[]): Promise<{ printed: string; failed: string | null }> {
  const env = envHere();
  const printed: string[] = [];
  const { signal } = new AbortController();
  const catalogue = await allModels(env.dataDir);
  const failed = await runModelsCommand(words, {
    ...{ env, catalogue, say: (line: string) => printed.push(line), terminal: null, signal },
  }).then(
    (understood) => (understood ? null : 'not understood'),
    (error: Error) => error.message,
  );
  return { printed: printed.join('\n'), failed };
}

const gguf = (content: Uint8Array) => join(brought({ 'model.gguf': content }), 'model.gguf');
const kept = () => (existsSync(join(folder, 'data/models')) ? readdirSync(join(folder, 'data/models')) : []);

const POOLED = {
  '1_Pooling/config.json': JSON.stringify({ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }),
};
const PROMPTS = { 'config_sentence_transformers.json': JSON.stringify({ prompts: { query: 'Q: ', document: 'D: ' } }) };

describe('a model of the operator’s own', () => {
  it('is a GGUF file that writes answers', async () => {
    const { printed, failed } = await models('add', gguf(scriptedGguf()), '--for', 'answers', '--name', 'mine');
    expect(failed).toBeNull();
    expect(printed).toMatch(
      /mine was read and not run: it reads [\d,]+ tokens\.\n {2}model\.gguf .+ SHA-256 [0-9a-f]{64}\n/,
    );
    expect(printed).toMatch(/To use it: .*npx footnote models use mine$/);
    expect((await models('list')).printed).toMatch(/mine .+ not stated +not stated +here/);
    expect((await models('verify', 'mine')).printed).toBe('mine: the checksum is right.');
  });

  it('is a folder whose own files say how its vectors are made', async () => {
    const source = brought({ ...onnxEmbedder(), ...POOLED, ...PROMPTS, 'README.md': 'not needed' });
    const { failed } = await models('add', source, '--for', 'embedding', '--name', 'vectors', '--licence', 'MIT');
    expect(failed).toBeNull();
    const [model] = await readOwnModels(join(folder, 'data'));
    expect(model).toMatchObject({
      ...{ name: 'vectors', purpose: 'embedding', licence: 'MIT', dimensions: 48, contextTokens: 512 },
      ...{ pooling: 'cls', queryPrefix: 'Q: ', passagePrefix: 'D: ' },
    });
    const files = readdirSync(join(folder, 'data/models/vectors'), { recursive: true }).map(String);
    expect(files.sort()).toEqual(['config.json', 'onnx', 'onnx/model.onnx', 'tokenizer.json', 'tokenizer_config.json']);
  });

  it('is asked for what its files do not say', async () => {
    const source = brought(onnxEmbedder());
    const add = ['add', source, '--for', 'embedding', '--name', 'vectors'];
    expect((await models(...add)).failed).toMatch(/pooled: state whether mean, cls or last/);
    expect(kept()).toEqual([]);
    expect((await models(...add, '--pooling', 'sum')).failed).toBe('not understood');
    expect((await models(...add, '--pooling', 'mean', '--query-prefix', 'Ask: ')).failed).toBeNull();
    expect(await readOwnModels(join(folder, 'data'))).toMatchObject([
      { pooling: 'mean', queryPrefix: 'Ask: ', passagePrefix: '' },
    ]);
  });

  it.each([
    ['reranking', onnxReranker(), 'RERANKER_MODEL=judge'],
    ['checks', onnxVerifier(), 'VERIFIER_MODEL=judge'],
  ])('is one for %s', async (purpose, contents, use) => {
    const { printed, failed } = await models('add', brought(contents), '--for', purpose, '--name', 'judge');
    expect([failed, printed.includes(`To use it: ${use}`)]).toEqual([null, true]);
  });

  it('is refused at its next use if a byte of it has changed, and removed with its entry', async () => {
    await models('add', gguf(scriptedGguf()), '--for', 'answers', '--name', 'mine');
    const file = join(folder, 'data/models/mine/model.gguf');
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect((await models('use', 'mine')).failed).toMatch(
      /^the model mine is incomplete or damaged: .+ is not the pinned file/,
    );
    expect((await models('pull', 'mine')).failed).toMatch(/nowhere to download it from/);
    expect((await models('remove', 'mine')).failed).toBeNull();
    expect([kept(), await readOwnModels(join(folder, 'data'))]).toEqual([[], []]);
  });

  it('has a name of its own', async () => {
    const source = gguf(scriptedGguf());
    const named = (name: string) => models('add', source, '--for', 'answers', '--name', name);
    expect((await named('qwen3.5-2B')).failed).toMatch(/^there is a model qwen3\.5-2B already/);
    expect((await named('../up')).failed).toMatch(/^\.\.\/up is no name for a model/);
    expect((await named('mine')).failed).toBeNull();
    expect((await named('mine')).failed).toMatch(/^there is a model mine already/);
  });

  it('is no longer known with a damaged list, as its checksums cannot be trusted', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/own-models.json'), '[{"name":"x","files":[{"path":"../../etc/passwd"}]}]');
    await expect(allModels(join(folder, 'data'))).rejects.toThrow(/own-models\.json is damaged/);
  });
});

describe('a hostile model is refused in words, and nothing of it stays', () => {
  const refused = async (source: string, purpose: string, said: RegExp) => {
    const { failed } = await models('add', source, '--for', purpose, '--name', 'bad', '--pooling', 'mean');
    expect(failed).toMatch(said);
    expect(failed).not.toContain('.adding-');
    expect([kept(), await readOwnModels(join(folder, 'data'))]).toEqual([[], []]);
  };

  it.each<[string, () => Uint8Array, RegExp]>([
    ['empty', () => new Uint8Array(), /model\.gguf is empty\.$/],
    ['of another format', () => Buffer.from('tjgg and more bytes'), /model\.gguf is no GGUF file\.$/],
    ['cut off in its header', () => scriptedGguf().subarray(0, 5_000), /(?:ends too early|more than it can hold)\.$/],
    ...Object.entries(lyingGguf).map(([what, make]): [string, () => Uint8Array, RegExp] => [
      `with ${what}`,
      make,
      /(?:more than it can hold|larger than the file)\.$/,
    ]),
  ])('a GGUF file, %s', async (_, make, said) => {
    await refused(gguf(make()), 'answers', said);
  });

  const NETWORK = 'onnx/model_quantized.onnx';
  const whole = Buffer.from(onnxEmbedder()[NETWORK] ?? '');
  /** `7` begins a graph, `1` a node, `5` an attribute, `6` a graph in it. */
  const nested = () => {
    let inner = Buffer.alloc(0);
    const wrap = (number: number) => {
      const length: number[] = [];
      for (let rest = inner.length; ; rest >>= 7) {
        length.push(rest > 127 ? (rest & 127) | 128 : rest);
        if (rest <= 127) break;
      }
      inner = Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), inner]);
    };
    for (let level = 0; level < 200; level++) for (const number of [6, 5, 1]) wrap(number);
    wrap(7);
    return inner;
  };
  it.each<[string, () => Contents, RegExp]>([
    ['without a tokenizer', () => ({ 'tokenizer.json': '' }), /tokenizer\.json is empty\.$/],
    ['whose tokenizer has no vocabulary', () => ({ 'tokenizer.json': '{}' }), /has no vocabulary/],
    ['whose configuration is no JSON', () => ({ 'config.json': '[' }), /config\.json is no JSON object\.$/],
    [
      'of no known length',
      () => ({ 'config.json': '{"model_type":"bert","hidden_size":48}', 'tokenizer_config.json': '{}' }),
      /how long its context is/,
    ],
    [
      'with vectors of absurd length',
      () => ({ 'config.json': '{"model_type":"bert","hidden_size":1e9,"max_position_embeddings":512}' }),
      /how long its vectors are/,
    ],
    ['cut off', () => ({ [NETWORK]: whole.subarray(0, -1_000) }), /model\.onnx is cut off/],
    [
      'random',
      () => ({ [NETWORK]: Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7_919) % 251)) }),
      /model\.onnx (?:is no ONNX file|is cut off)/,
    ],
    ['with graphs within graphs', () => ({ [NETWORK]: nested() }), /graphs within graphs without end\.$/],
    [
      'with weights in another file',
      () => hostileOnnx['weights from a file outside of its folder']('../../secret'),
      /has its weights in other files/,
    ],
    [
      'with weights beside it',
      () => hostileOnnx['weights from a file outside of its folder']('model.onnx_data'),
      /has its weights in other files/,
    ],
  ])('an ONNX folder, %s', async (_, contents, said) => {
    await refused(brought({ ...onnxEmbedder(), ...contents() }), 'embedding', said);
  });

  it('one with a link in place of a file, or of a folder', async () => {
    const source = brought({ ...onnxEmbedder(), 'tokenizer.json': 'x' });
    writeFileSync(join(folder, 'secret'), 'a secret of this machine');
    unlinkSync(join(source, 'tokenizer.json'));
    symlinkSync(join(folder, 'secret'), join(source, 'tokenizer.json'));
    await refused(source, 'embedding', /tokenizer\.json is no plain file/);
    unlinkSync(join(source, 'tokenizer.json'));
    writeFileSync(join(source, 'tokenizer.json'), '{"model":{}}');
    renameSync(join(source, 'onnx'), join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(source, 'onnx'));
    await refused(source, 'embedding', /is in a folder that is a link/);
  });

  it('one with files of absurd sizes, which are not read', async () => {
    const source = brought(onnxEmbedder());
    truncateSync(join(source, 'tokenizer.json'), 200e6);
    await refused(source, 'embedding', /tokenizer\.json has 200(?:\.0)? MB, and such a file has at most/);
  });

  it.each([
    ['a folder for answers', () => brought(onnxEmbedder()), 'answers', /is one GGUF file/],
    ['a file for vectors', () => gguf(scriptedGguf()), 'embedding', /is a folder with an ONNX file/],
    ['nothing', () => join(folder, 'nothing'), 'answers', /^there is nothing at /],
    ['labels of other kinds', () => brought(onnxReranker()), 'checks', /labels are not those/],
  ])('%s', async (_, source, purpose, said) => {
    await refused(source(), purpose, said);
  });
});

const describeModels = await describeWithEngines('transformers');

describeModels('a model of the operator’s own (needs the engine transformers)', () => {
  it('runs from the copy, with an id that changes with its bytes', async () => {
    await models('add', brought({ ...onnxEmbedder(), ...POOLED }), '--for', 'embedding', '--name', 'vectors');
    const env = envHere();
    const model = (await allModels(env.dataDir)).find(({ name }) => name === 'vectors');
    if (model?.purpose !== 'embedding') throw new Error('It was not added.');
    await verifyModel(env.modelsDir, model);
    // Unlike one on offer, it is not used unless it is chosen.
    expect(await embedderChoice(env, await allModels(env.dataDir))).toEqual({ engine: 'builtin' });
    const embedder = await localEmbedder(env, model, SILENT);
    expect(embedder.id).toMatch(/^transformers:vectors@[0-9a-f]{12}$/);
    expect((await embedder.embed(['How do I reset my password?'], 'query'))[0]).toHaveLength(48);
    await embedder.close();
  });
});
