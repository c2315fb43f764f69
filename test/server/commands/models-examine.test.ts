import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkAnswerer } from '../../../server/commands/doctor/check-answerer.ts';
import { runModelsCommand } from '../../../server/commands/models/models.ts';
import { type Env, readEnv } from '../../../server/config/env.ts';
import { describeWithEngines, ENGINES_DIR } from '../../helpers/models/engines.ts';
import { scriptedGguf } from '../../helpers/models/files/gguf.ts';
import { embeddingEntry, generationEntry, modelsFolder, writeModel } from '../../helpers/models/folder.ts';

const folder = modelsFolder();
const settings = { DATA_DIR: folder, MODELS_DIR: join(folder, 'models'), ENGINES_DIR, MODEL_THREADS: '1' };
const models = settings.MODELS_DIR;
const catalogue = [
  // It says the same to every question.
  generationEntry('script', writeModel(models, 'script', { 'script.gguf': scriptedGguf() })),
  generationEntry('lost', [{ path: 'lost.gguf', size: 10, sha256: '0'.repeat(64) }]),
  embeddingEntry('words', writeModel(models, 'words', { 'onnx/model_quantized.onnx': 'any' })),
];
const env: Env = readEnv(settings);
const signal = new AbortController().signal;

async function run(words: string[], given = signal): Promise<{ printed: string; failed: string | null }> {
  const printed: string[] = [];
  const command = { env, catalogue, say: (line: string) => printed.push(line), terminal: null, signal: given };
  const failed = await runModelsCommand(words, command).then(
    (understood) => (understood ? null : 'not understood'),
    (error: Error) => error.message,
  );
  return { printed: printed.join('\n'), failed };
}

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const doctor = async () => (await checkAnswerer(env, catalogue, signal)).map(({ verdict, found }) => [verdict, found]);

const describeModels = await describeWithEngines('llama');

describeModels('the commands that examine a model (need the engine llama)', () => {
  it('stop when that is wished, and keep nothing then', async () => {
    const stopped = AbortSignal.abort(new Error('stopped.'));
    expect(await run(['examine', 'script'], stopped)).toMatchObject({ failed: 'stopped.' });
    expect(() => read('examined-models.json')).toThrow('ENOENT');
  });

  it('choose no model that gets nothing right, say what it did, and how it is used all the same', async () => {
    const { printed, failed } = await run(['use', 'script']);
    expect(printed).toMatch(/^script is loaded and asked 6 questions/);
    expect(printed).toContain('  6 of 6: At what time do parcels');
    expect(printed).toMatch(/WARNING +It answers something else than the passages say\./);
    expect(failed).toMatch(/^script is not chosen.+: npx footnote models use script --anyway$/);
    expect(() => read('chosen-models.json')).toThrow('ENOENT');
    expect(read('examined-models.json')).toMatchObject([
      { model: 'script', server: null, checksum: catalogue[0]?.files[0]?.sha256, check: { unfit: true } },
    ]);
  });

  it('do not ask the same file again unless they are told to', async () => {
    expect((await run(['use', 'script'])).printed).toMatch(/^What it showed on \d{4}-\d\d-\d\d:/);
    expect((await run(['examine', 'script'])).printed).toMatch(/^script is loaded/);
    expect(read('examined-models.json')).toHaveLength(1);
  });

  it('choose it all the same, and the doctor tells what it showed', async () => {
    expect(await run(['use', 'script', '--anyway'])).toEqual({
      printed: 'The server uses script from its next start.',
      failed: null,
    });
    expect(read('chosen-models.json')).toMatchObject({ answerer: 'script' });
    expect(await doctor()).toEqual([['warning', expect.stringMatching(/^script was examined on .+: 0 of 6 answers/)]]);
  });

  it('have the doctor say that a model has not been examined', async () => {
    const other = { ...env, dataDir: join(folder, 'other') };
    await runModelsCommand(['use', 'script', '--anyway'], {
      ...{ env: other, catalogue, say: () => undefined, terminal: null, signal },
    });
    const [found] = await checkAnswerer(other, catalogue, signal);
    expect(found).toMatchObject({
      verdict: 'warning',
      found: expect.stringContaining('has not been examined'),
      advice: expect.stringContaining('npx footnote models examine script'),
    });
  });

  it.each([
    [['examine', 'lost'], /^the model lost is not on this machine/],
    [['use', 'lost', '--anyway'], /^the model lost is not on this machine/],
    [['examine', 'words'], /^words writes no answers/],
    [['examine'], /^not understood$/],
    [['pull', 'lost', '--anyway'], /^not understood$/],
  ])('refuse %j', async (words, said) => {
    expect((await run(words)).failed).toMatch(said);
  });
});
