import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLlamaGenerator } from '../../../../server/engines/llama/llama-generator.ts';
import { createOpenAiGenerator } from '../../../../server/engines/openai/openai-generator.ts';
import type { Generator, PromptMessage } from '../../../../server/engines/types.ts';
import { examineModel } from '../../../../server/evaluation/examine-model.ts';
import { examinedFile } from '../../../../server/evaluation/examined-model.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { modelsFolder } from '../../../helpers/models/folder.ts';
import { generatedText } from '../../../helpers/models/generated-text.ts';
import { serveGenerator } from '../../../helpers/models/serve-generator.ts';
import { describeWithWeights, realGenerator } from '../../../helpers/models/weights.ts';
import { until } from '../../../helpers/timing/until.ts';

const never = new AbortController().signal;
const FRANCE: PromptMessage[] = [{ role: 'user', text: 'The capital of France is' }];
const OTHER: PromptMessage[] = [{ role: 'user', text: 'Count: one, two, three, four,' }];
const LONG: PromptMessage[] = [{ role: 'user', text: 'The harbour lamp is lit at nine. '.repeat(100) }];

const opened: Generator[] = [];
afterAll(() => Promise.all(opened.map((generator) => generator.close())));

async function open(contextTokens?: number): Promise<Generator> {
  const options = { log: createLog(() => undefined), enginesDir: ENGINES_DIR, threads: 1 };
  const generator = await createLlamaGenerator(realGenerator(contextTokens), options);
  opened.push(generator);
  return generator;
}

/** Shared by the tests that do not end it. */
let usual: Promise<Generator> | null = null;
const gemma = () => {
  usual ??= open();
  return usual;
};

async function say(generator: Generator, messages: PromptMessage[], maxTokens = 12) {
  const { deltas, end } = await generatedText(generator.generate(messages, { maxTokens, signal: never }));
  return { text: deltas.join(''), pieces: deltas.length, end };
}

const describeGemma = await describeWithWeights(['gemma-3-270m'], ['llama']);

describeGemma('a real language model (needs the weights of Gemma 3 270M and the engine llama)', () => {
  it('counts tokens as its own vocabulary does', async () => {
    const texts = ['', 'Hello', 'How do I reset my password?', '<start_of_turn>user'];
    // The last is read as plain characters, not as the one token that begins a turn.
    expect(await (await gemma()).count(texts)).toEqual([0, 1, 7, 8]);
  });

  it('streams, ends at the limit of tokens, and says the same again', async () => {
    const generator = await gemma();
    const once = await say(generator, FRANCE);
    expect(once.pieces).toBeGreaterThan(5);
    expect(once.end).toEqual({ type: 'end', reason: 'length', usage: { prompt: 14, completion: 12 } });
    expect(await say(generator, FRANCE)).toEqual(once);
  });

  it('answers two at once as it does one after the other', async () => {
    const generator = await gemma();
    const together = await Promise.all([say(generator, FRANCE), say(generator, OTHER)]);
    expect(together.map(({ text }) => text)).toEqual([
      (await say(generator, FRANCE)).text,
      (await say(generator, OTHER)).text,
    ]);
  });

  it('stops when it is aborted, and answers the next one', async () => {
    const generator = await gemma();
    const left = new AbortController();
    const parts = generator.generate(FRANCE, { maxTokens: 400, signal: left.signal });
    await parts.next();
    left.abort(new Error('gone'));
    await expect(generatedText(parts)).rejects.toThrow('gone');
    expect((await say(generator, OTHER)).end).toMatchObject({ reason: 'length' });
  });

  it('refuses a prompt that its context is too small for, and goes on', async () => {
    const generator = await open(512);
    const { prompt, answer } = generator.budget;
    expect(prompt + answer).toBeLessThanOrEqual(512);
    await expect(say(generator, LONG)).rejects.toMatchObject({ status: 500, code: 'answerer_unavailable' });
    expect((await say(generator, OTHER, 4)).end).toMatchObject({ reason: 'length' });
  });

  it('says the same behind a server of OpenAI’s protocol, which is asked no longer by a client that left', async () => {
    const direct = await gemma();
    const server = await serveGenerator(direct, 'gemma', 2_048);
    const log = createLog(() => undefined);
    const served = createOpenAiGenerator({ url: server.url, apiKey: null, model: 'gemma', contextTokens: null }, log);
    const { text, end } = await say(served, FRANCE);
    expect([text, end?.type === 'end' && end.reason]).toEqual([(await say(direct, FRANCE)).text, 'length']);
    await served.refreshBudget?.();
    expect(served.budget.prompt).toBeLessThan(2_048);
    const left = new AbortController();
    const parts = served.generate(FRANCE, { maxTokens: 400, signal: left.signal });
    await parts.next();
    left.abort(new Error('gone'));
    await expect(generatedText(parts)).rejects.toThrow('gone');
    await until(() => server.requests.at(-1)?.dropped === true, 'the server knows that the client has left');
    await server.close();
  });

  it('is found unfit, as this one repeats its instructions, and that is kept with its checksum', async () => {
    const dataDir = modelsFolder();
    const { model } = realGenerator();
    const check = await examineModel(examinedFile(model), await gemma(), { dataDir, signal: never });
    expect(check).toMatchObject({
      unfit: true,
      summary: expect.stringContaining('does not follow instructions'),
      findings: [{ ok: false, sentence: 'It answers with its own instructions.' }],
    });
    expect(readFileSync(join(dataDir, 'examined-models.json'), 'utf8')).toContain(model.files[0]?.sha256);
  });
});
