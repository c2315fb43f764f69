import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAiGenerator } from '../../../../server/engines/openai/openai-generator.ts';
import type { GeneratorBudget } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { type ModelServer, sendJson, startModelServer } from '../../../helpers/models/model-server.ts';

const UNKNOWN: GeneratorBudget = { prompt: 3_000, answer: 800, message: 8, secondAnswer: 4_000 };
const MODEL = 'qwen3';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

const generatorAt = (url: string, contextTokens: number | null = null) =>
  createOpenAiGenerator(
    { url, apiKey: 'sk-key', model: MODEL, contextTokens },
    createLog(() => undefined),
  );

/** Answers each path with its JSON, and 404 elsewhere. */
function serve(answers: Record<string, unknown>): void {
  server.answerWith(({ path }, response) => {
    const [name = ''] = path.split('?');
    if (name in answers) sendJson(response, 200, answers[name]);
    else sendJson(response, 404, { error: { message: 'Not found' } });
  });
}

async function budgetOf(answers: Record<string, unknown>): Promise<GeneratorBudget> {
  serve(answers);
  const generator = generatorAt(server.url);
  await generator.refreshBudget?.();
  return generator.budget;
}

const listed = (fields: object = {}) => ({
  '/v1/models': { object: 'list', data: [{ id: 'other' }, { id: MODEL, ...fields }] },
});
const OLLAMA = { name: `${MODEL}:latest`, model: `${MODEL}:latest` };
const trained = (tokens: number) => ({ 'general.architecture': 'qwen3', 'qwen3.context_length': tokens });

describe('the budget of a model on a server', () => {
  it.each<[string, Record<string, unknown>, GeneratorBudget]>([
    ['vLLM', listed({ max_model_len: 16_384 }), { prompt: 8_000, answer: 800, message: 8, secondAnswer: 4_000 }],
    ['vLLM with a small context', listed({ max_model_len: 2_048 }), { prompt: 1_503, answer: 400, message: 8 }],
    [
      'llama-server',
      {
        ...listed({ meta: { n_ctx_train: 131_072 } }),
        '/props': { default_generation_settings: { n_ctx: 8_192 }, total_slots: 4 },
      },
      { prompt: 3_618, answer: 800, message: 8, secondAnswer: 4_000 },
    ],
    [
      'LM Studio',
      {
        ...listed(),
        '/api/v0/models': {
          data: [
            { id: 'other', loaded_context_length: 1_024 },
            { id: MODEL, state: 'loaded', max_context_length: 131_072, loaded_context_length: 12_288 },
          ],
        },
      },
      { prompt: 7_427, answer: 800, message: 8, secondAnswer: 4_000 },
    ],
    [
      'Ollama that has loaded the model',
      {
        ...listed(),
        '/api/ps': {
          models: [
            { name: 'other', context_length: 1_024 },
            { ...OLLAMA, context_length: 8_192 },
          ],
        },
        '/api/show': { parameters: 'stop "<|im_end|>"\nnum_ctx 16384', model_info: trained(40_960) },
      },
      { prompt: 3_618, answer: 800, message: 8, secondAnswer: 4_000 },
    ],
    [
      'Ollama by the Modelfile',
      {
        ...listed(),
        '/api/ps': { models: [] },
        '/api/show': {
          parameters: 'temperature                    0.6\nnum_ctx                        8192\nstop "x"',
          model_info: trained(40_960),
        },
      },
      { prompt: 3_618, answer: 800, message: 8, secondAnswer: 4_000 },
    ],
    [
      'Ollama that has not loaded it, not by what the model could hold',
      { ...listed(), '/api/ps': { models: [] }, '/api/show': { model_info: trained(262_144) } },
      UNKNOWN,
    ],
    [
      'Ollama with a model that holds less',
      { ...listed(), '/api/show': { parameters: 'num_ctx 8192', model_info: trained(2_048) } },
      { prompt: 1_503, answer: 400, message: 8 },
    ],
  ])('fits the context of %s', async (_, answers, budget) => {
    expect(await budgetOf(answers)).toEqual(budget);
  });

  it.each<[string, Record<string, unknown>]>([
    ['has none of these paths', {}],
    ['does not tell', listed()],
    ['lists another model only', { '/v1/models': { data: [{ id: 'other', max_model_len: 512 }] } }],
    [
      'sends what is no number of tokens',
      { ...listed({ max_model_len: '9000' }), '/props': { default_generation_settings: { n_ctx: -1 } } },
    ],
    [
      'sends JSON of other shapes',
      {
        '/v1/models': [7],
        '/props': null,
        '/api/ps': { models: 'none' },
        '/api/show': 'x',
        '/api/v0/models': { data: [null] },
      },
    ],
  ])('is the default if the server %s', async (_, answers) => {
    expect(await budgetOf(answers)).toEqual(UNKNOWN);
  });

  it('is the default if there is no server', async () => {
    const gone = await startModelServer();
    await gone.close();
    const generator = generatorAt(gone.url);
    await generator.refreshBudget?.();
    expect(generator.budget).toEqual(UNKNOWN);
  });

  it('asks once for questions that come together and soon after, with the key', async () => {
    serve(listed({ max_model_len: 16_384 }));
    const generator = generatorAt(server.url);
    await Promise.all([generator.refreshBudget?.(), generator.refreshBudget?.()]);
    await generator.refreshBudget?.();
    expect(server.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v1/models', 'Bearer sk-key'],
    ]);
  });

  it('asks a router without loading the model, and nothing above a path that is not /v1', async () => {
    await budgetOf(listed());
    expect(server.requests.map(({ path }) => path).sort()).toEqual([
      '/api/ps',
      '/api/show',
      '/api/v0/models',
      '/props?model=qwen3&autoload=false',
      '/v1/models',
    ]);
    server.requests.length = 0;
    await generatorAt(`${server.url}/openai`).refreshBudget?.();
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/openai/models']);
  });

  it('is what the owner sets, without a request', async () => {
    const generator = generatorAt(server.url, 8_192);
    await generator.refreshBudget?.();
    expect(generator.budget).toEqual({ prompt: 3_618, answer: 800, message: 8, secondAnswer: 4_000 });
    expect(server.requests).toEqual([]);
  });

  it.each([1_024, 2_000, 4_096, 5_000, 8_192, 12_000, 32_768, 1_000_000])('leaves room in %d tokens', (tokens) => {
    const { prompt, answer, secondAnswer = answer } = generatorAt(server.url, tokens).budget;
    expect(prompt + Math.max(answer, secondAnswer)).toBeLessThan(tokens * 0.95);
    expect(prompt).toBeGreaterThanOrEqual(Math.min(3_000, tokens * 0.7));
  });
});
