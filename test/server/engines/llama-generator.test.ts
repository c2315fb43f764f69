import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createLlamaGenerator } from '../../../server/engines/llama-generator.ts';
import type { NativeOptions } from '../../../server/engines/native-options.ts';
import type { Generated, Generator, PromptMessage } from '../../../server/engines/types.ts';
import { createLog } from '../../../server/log.ts';
import { generationEntry, modelsFolder, writeModel } from '../../helpers/models/folder.ts';
import { type GgufOptions, scriptedGguf } from '../../helpers/models/gguf.ts';
import { SAID } from '../../helpers/models/script.ts';

const models = modelsFolder();
const started: Generator[] = [];
let number = 0;
let log: string[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((generator) => generator.close()));
  log = [];
});

async function generatorOn(
  content: Uint8Array | string,
  options: Partial<NativeOptions> = {},
  contextTokens = 4096,
): Promise<Generator> {
  const name = `model-${++number}`;
  const files = writeModel(models, name, { 'model.gguf': content });
  const local = { model: generationEntry(name, files, { contextTokens }), directory: join(models, name) };
  const generator = await createLlamaGenerator(local, {
    log: createLog((line) => log.push(line)),
    threads: 1,
    ...options,
  });
  started.push(generator);
  return generator;
}
const scripted = (fixture: GgufOptions = {}, contextTokens = 4096) =>
  generatorOn(scriptedGguf(fixture), {}, contextTokens);

const ASKED: PromptMessage[] = [
  { role: 'system', text: 'You answer questions about a set of documents.' },
  { role: 'user', text: 'How do I reset my password?' },
];
const never = new AbortController().signal;

async function written(
  parts: AsyncGenerator<Generated, void>,
): Promise<{ deltas: string[]; end: Generated | undefined }> {
  const deltas: string[] = [];
  let end: Generated | undefined;
  for await (const part of parts) {
    if (part.type === 'text') deltas.push(part.delta);
    else end = part;
  }
  return { deltas, end };
}

describe('a GGUF model in a child process', () => {
  it('writes its answer piece by piece, ends it, and says what it cost', async () => {
    const generator = await scripted();
    const { deltas, end } = await written(generator.generate(ASKED, { maxTokens: 40, signal: never }));
    expect(deltas.join('')).toBe(SAID);
    expect(deltas.length).toBeGreaterThan(5);
    expect(end).toEqual({
      type: 'end',
      reason: 'stop',
      usage: { prompt: expect.any(Number), completion: expect.any(Number) },
    });
  });
});
