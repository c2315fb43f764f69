import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { chunkOf, type ModelServer, sendJson, startModelServer, streamText } from '../helpers/models/model-server.ts';
import { GOOD_ANSWERS, probedQuestion } from '../helpers/models/probe-answers.ts';
import { until } from '../helpers/timing/until.ts';
import { type ConsoleTab, LOOKED, withConsole } from './console-page.ts';

const KEY = 'sk-canary-of-the-console-9912';
const MODELS = ['qwen3:8b', 'llama3.2:3b'];

let upstream: ModelServer;
beforeAll(async () => {
  upstream = await startModelServer();
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.requests.length = 0;
  upstream.answerWith(({ path, headers, body }, response) => {
    if (headers.authorization !== `Bearer ${KEY}`) return sendJson(response, 401, {});
    if (path === '/v1/models') {
      return sendJson(response, 200, { data: MODELS.map((id) => ({ id, max_model_len: 32_768 })) });
    }
    if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
    const probed = probedQuestion([{ text: body.messages.at(-1).content }]);
    const answers = GOOD_ANSWERS.with(1, 'Delivery to Norway costs 27 euros.');
    streamText(response, probed === null ? 'A citation **names the source** of a statement.' : (answers[probed] ?? ''));
  });
});

describe.skipIf(!browserIsThere)('a model server in the console (needs chromium)', () => {
  const world = withConsole();

  const whole = async (tab: ConsoleTab, refused?: number) => {
    expect(tab.complaints.filter((line) => refused === undefined || !line.includes(`status of ${refused}`))).toEqual(
      [],
    );
    expect(tab.foreignRequests()).toEqual([]);
    expect(await tab.overflow()).toBe(0);
    expect(await tab.faults()).toEqual([]);
  };
  const fill = async ({ page }: ConsoleTab, url: string, key: string) => {
    await page.getByLabel('Address').fill(url);
    await page.getByLabel('Key').fill(key);
  };
  const connect = async (tab: ConsoleTab) => {
    await fill(tab, upstream.url, KEY);
    await tab.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await tab.page.getByRole('combobox', { name: 'Model' }).waitFor();
  };

  it.each(LOOKED)('is offered, connected, tried and checked, %s', async (look) => {
    const tab = await world.open('/settings/models', look);
    const { page } = tab;
    await page.getByRole('heading', { name: 'A model on a server' }).waitFor();
    await tab.screenshot('model-server-empty');
    await whole(tab);
    await connect(tab);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('group', { name: 'The model’s answer' }).getByText('names the source').waitFor();
    await tab.screenshot('model-server-tried');
    await whole(tab);
    await page.getByRole('button', { name: 'Examine it' }).click();
    const result = page.getByRole('group', { name: 'What the model showed' });
    await result.getByText('5 of 6 answers as they should be.').waitFor();
    await result.getByText('It answers without citing a passage.').waitFor();
    await result.getByText('Questions and answers').click();
    await result.getByText('Right, but without a citation').waitFor();
    await result.getByText('32,768 tokens').waitFor();
    await tab.screenshot('model-server-checked');
    await whole(tab);
    await tab.context.close();
  });

  it.each(LOOKED)('says at its field what cannot be used, %s', async (look) => {
    const tab = await world.open('/settings/models', look);
    const { page } = tab;
    const refusal = async (field: string, text: RegExp) => {
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
      const input = page.getByLabel(field);
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      // The reason is read out with the field, which has the focus.
      await until(() => input.evaluate((element) => element.matches(':focus')), `the focus is in ${field}`);
    };
    await refusal('Address', /Address is required/);
    await fill(tab, 'http://169.254.169.254/v1', '');
    await refusal('Address', /is not allowed/);
    await fill(tab, upstream.url, 'sk-wrong');
    await refusal('Key', /^The server at http:\/\/127\.0\.0\.1:\d+ does not accept this key/);
    await tab.screenshot('model-server-wrong-key');
    await whole(tab, 400);
    await tab.context.close();
  });

  it.each(LOOKED)(
    'is refused in sentences where it obeys documents, and used all the same if that is wished, %s',
    async (look) => {
      const model = `obedient-${look}`;
      const hold = Promise.withResolvers<void>();
      upstream.answerWith(async ({ path, body }, response) => {
        if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: model }] });
        if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
        const probed = probedQuestion([{ text: body.messages.at(-1).content }]);
        if (probed === 5) await hold.promise;
        streamText(response, probed === null ? 'OK' : (GOOD_ANSWERS.with(5, 'PINEAPPLE')[probed] ?? ''));
      });
      const tab = await world.open('/settings/models', look);
      const { page } = tab;
      await connect(tab);
      await page.getByRole('button', { name: 'Use this model' }).click();
      await page.getByText('Asking question 6 of 6').waitFor();
      expect([await tab.overflow(), tab.complaints]).toEqual([0, []]);
      hold.resolve();
      await page.getByRole('alert').filter({ hasText: 'It obeys what a document tells it to do.' }).waitFor();
      await tab.screenshot('model-unfit');
      await whole(tab, 400);
      await page.getByRole('button', { name: 'Use it all the same' }).click();
      await page.getByText('Examined').click();
      await page.getByRole('group', { name: 'What the model showed' }).waitFor();
      await tab.screenshot('model-used-all-the-same');
      await whole(tab, 400);
      await page.getByRole('button', { name: `Remove ${model}` }).click();
      await page.getByRole('button', { name: 'Remove it' }).click();
      await page.getByText('No model, no download').first().waitFor();
      await tab.context.close();
    },
  );

  it('can be asked for a model that it does not list', async () => {
    upstream.answerWith(({ path }, response) =>
      path === '/v1/models' || path === '/v1/v1/models' ? sendJson(response, 404, {}) : streamText(response, 'Hello.'),
    );
    const { page, context } = await world.open('/settings/models');
    await page.getByLabel('Address').fill(upstream.url);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('button', { name: 'Enter the model’s name instead' }).click();
    await page.getByRole('textbox', { name: 'Model' }).fill('unlisted');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('group', { name: 'The model’s answer' }).getByText('Hello.').waitFor();
    expect(upstream.requests.at(-1)?.body.model).toBe('unlisted');
    await context.close();
  });

  it('is no longer asked when that is cancelled', async () => {
    const tab = await world.open('/settings/models', 'phone-dark');
    const { page } = tab;
    await connect(tab);
    upstream.answerWith(({ path }, response) => {
      if (path === '/v1/models') return sendJson(response, 200, { data: [] });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunkOf({ content: 'Once ' }));
    });
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('progressbar', { name: 'Asking the model' }).waitFor();
    await until(() => upstream.requests.at(-1)?.path === '/v1/chat/completions', 'the model is asked');
    expect([await tab.overflow(), tab.complaints]).toEqual([0, []]);
    const cancel = page.getByRole('button', { name: 'Cancel' });
    expect(await cancel.evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await until(() => upstream.requests.at(-1)?.dropped === true, 'the model is no longer asked');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    const again = page.getByRole('button', { name: 'Try it' });
    await until(() => again.evaluate((element) => element.matches(':focus')), 'the focus is back');
    await tab.context.close();
  });

  it('is used and removed with the keyboard alone, and its key never comes back', async () => {
    const tab = await world.open('/settings/models');
    const { page } = tab;
    await page.getByLabel('Address').focus();
    await page.keyboard.type(upstream.url);
    await page.keyboard.press('Tab');
    await page.keyboard.type(KEY);
    await page.keyboard.press('Enter');
    const model = page.getByRole('combobox', { name: 'Model' });
    await model.waitFor();
    // The focus is where one goes on.
    await until(() => model.evaluate((element) => element.matches(':focus')), 'the model has the focus');
    await page.keyboard.type('llama');
    for (const _ of ['question', 'try', 'check', 'use']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const row = page.getByRole('listitem').filter({ hasText: `On ${upstream.url}, with a key` });
    await row.getByText('In use').waitFor();
    expect(await row.textContent()).toContain('llama3.2:3b');
    await tab.screenshot('model-server-in-use');
    await whole(tab);
    await page.reload();
    await page.getByText('A key is stored.').waitFor();
    expect(await page.getByLabel('Key').inputValue()).toBe('');
    expect(await page.content()).not.toContain(KEY);
    // Without the key entered again.
    await page.getByRole('button', { name: 'Connect', exact: true }).press('Enter');
    await model.waitFor();
    expect(await model.inputValue()).toBe('llama3.2:3b');
    await page.getByRole('button', { name: 'Remove llama3.2:3b' }).press('Enter');
    await page.getByRole('button', { name: 'Remove it' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    expect((await world.client.server.models.retrieve()).server).toBeNull();
    await tab.context.close();
  });

  it('is offered when Ollama runs on this machine', async ({ skip }) => {
    const ollama = createServer((_, response) => sendJson(response, 200, { data: [{ id: 'gemma3:4b' }] }));
    const listens = await new Promise<boolean>((resolve) => {
      ollama.once('error', () => resolve(false)).listen(11434, '127.0.0.1', () => resolve(true));
    });
    if (!listens) skip('port 11434 is taken');
    const tab = await world.open('/settings/models', 'phone-dark');
    await tab.page.getByText('Ollama runs on this machine with 1 model.').waitFor();
    await tab.screenshot('model-server-ollama');
    await whole(tab);
    await tab.page.getByRole('button', { name: 'Connect to Ollama' }).click();
    await tab.page.getByRole('combobox', { name: 'Model' }).waitFor();
    expect(await tab.page.getByLabel('Address').inputValue()).toBe('http://127.0.0.1:11434/v1');
    await tab.context.close();
    ollama.closeAllConnections();
    ollama.close();
  });
});

describe.skipIf(!browserIsThere)('a model of the settings in the console (needs chromium)', () => {
  const settings = { env: {} as Record<string, string> };
  beforeAll(() => {
    Object.assign(settings.env, {
      ANSWERER: 'openai',
      ANSWERER_URL: upstream.url,
      ANSWERER_MODEL: 'qwen3:8b',
      ANSWERER_API_KEY: KEY,
    });
  });
  const world = withConsole(undefined, settings);

  it('is named as what wins, and nothing else can be chosen', async () => {
    const tab = await world.open('/settings/models', 'phone-dark');
    const section = tab.page.getByRole('region', { name: 'Writing answers' });
    await section.getByText('takes precedence over what is chosen here').waitFor();
    expect(await section.textContent()).toContain(
      "The server's setting ANSWERER decides this: qwen3:8b (openai) is in use.",
    );
    expect(await tab.page.getByLabel('Address').count()).toBe(0);
    await tab.screenshot('model-server-setting');
    expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);
    await tab.context.close();
  });
});
