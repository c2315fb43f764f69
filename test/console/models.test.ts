import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerModels } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { describeWithEngines, ENGINES_DIR } from '../helpers/models/engines.ts';
import { scriptedGguf } from '../helpers/models/files/gguf.ts';
import { onnxEmbedder } from '../helpers/models/files/onnx.ts';
import { embeddingEntry, generationEntry, modelsFolder, rerankingEntry, writeModel } from '../helpers/models/folder.ts';
import { type ScriptedHub, startHub } from '../helpers/models/model-hub.ts';
import type { ServerSettings } from '../helpers/processes/server-process.ts';
import { type ConsoleTab, LOOKED, withConsole } from './console-page.ts';

const PROGRAM = fileURLToPath(new URL('../helpers/models/server-with-catalogue.ts', import.meta.url));

// A `skipIf` of a `describe` that is skipped already would run it.
const describeModels = browserIsThere ? await describeWithEngines('transformers', 'llama') : describe.skip;

describeModels('the models in the console (needs chromium, and the engines transformers and llama)', () => {
  const elsewhere = modelsFolder();
  const models = modelsFolder();
  const settings: ServerSettings = {};
  let hub: ScriptedHub;
  /** Lets go the download that is held. */
  let letGo = () => {};

  beforeAll(async () => {
    const words = embeddingEntry('words', writeModel(elsewhere, 'words', onnxEmbedder()));
    const contents = new Map(words.files.map(({ path }) => [path, readFileSync(join(elsewhere, 'words', path))]));
    hub = await startHub({ model: words, contents });
    hub.next.push((_request, response, whole) => {
      response.writeHead(200, { 'content-length': whole.length });
      response.write(whole.subarray(0, whole.length >> 1));
      letGo = () => response.end(whole.subarray(whole.length >> 1));
    });
    const file = join(models, 'catalogue.json');
    const script = generationEntry('script', writeModel(models, 'script', { 'script.gguf': scriptedGguf() }));
    const judge = rerankingEntry('judge', words.files);
    writeFileSync(file, JSON.stringify([words, script, judge]));
    settings.command = [process.execPath, '--no-warnings', PROGRAM, file];
    settings.env = { MODELS_DIR: models, MODELS_URL: hub.url, ENGINES_DIR };
  });
  afterAll(() => hub.close());

  const world = withConsole(async ({ client, project }) => {
    const text = { title: 'Passwords', text: 'Open Settings and press Reset password.', project_id: project.id };
    await client.sources.waitUntilReady(await client.sources.addText(text));
  }, settings);

  const whole = async (tab: ConsoleTab, refused?: number) => {
    expect(tab.complaints.filter((line) => refused === undefined || !line.includes(`status of ${refused}`))).toEqual(
      [],
    );
    expect(tab.foreignRequests()).toEqual([]);
    expect(await tab.overflow()).toBe(0);
    expect(await tab.faults()).toEqual([]);
  };

  it.each(LOOKED)('are shown without a fault, %s', async (look) => {
    const tab = await world.open('/settings/models', look);
    await tab.page.getByText('Finding passages').waitFor();
    await tab.screenshot('models');
    await whole(tab);
    await tab.context.close();
  });

  it('say which engine is missing, and where an engine cannot be added, the command that does it from a file', async () => {
    const tab = await world.open('/settings');
    await tab.page.route('**/v1/server/models', async (route) => {
      const response = await route.fetch();
      const report = (await response.json()) as ServerModels;
      const engines = report.engines.map((engine) => ({
        ...engine,
        ...{ state: 'absent', installed: null, cannot_add: engine.name === 'ocr' ? 'There is no npm.' : null },
        add_command: `npx footnote engines add ${engine.name} --from FILE`,
      }));
      await route.fulfill({ response, json: { ...report, engines } });
    });
    await tab.page.goto(new URL('/settings/models', tab.page.url()).href);

    await tab.page.getByText('npx footnote engines add ocr --from FILE', { exact: true }).waitFor();
    // Two purposes of the models that are offered here run on this one, and one on the other.
    const missing = tab.page.getByText('Add it below, under Programs.');
    expect(await missing.filter({ hasText: 'transformers' }).count()).toBe(2);
    expect(await missing.count()).toBe(3);
    expect(await tab.page.getByRole('button', { name: 'Add ocr' }).count()).toBe(0);
    await tab.screenshot('engines-absent');
    await tab.page.getByRole('button', { name: 'Add llama', exact: true }).click();
    await tab.page.getByLabel('Models run on').waitFor();
    await tab.screenshot('engine-dialog');
    await whole(tab);
    await tab.context.close();
  });

  it('recommend one, which one button downloads and uses', async () => {
    const tab = await world.open('/settings');
    const { page } = tab;
    let now = await world.client.server.models.retrieve();
    const engine = now.engines.find(({ name }) => name === 'transformers');
    const model = now.models.find(({ purpose }) => purpose === 'embedding');
    if (!engine || !model) throw new Error('Nothing to recommend.');
    const done: string[] = [];
    const show = (engineNow: object, modelNow: object) => {
      now = {
        ...now,
        engines: now.engines.map((one) => (one.name === engine.name ? { ...one, ...engineNow } : one)),
        models: now.models.map((one) => (one.name === model.name ? { ...one, ...modelNow } : one)),
      };
    };
    const absent = { state: 'absent', installed: null, cannot_add: null, size: 2_000_000, adding: null } as const;
    show(absent, { size: 1_000_000 });
    const measured = { asked: 300, answered: 210, answered_builtin: 190 };
    const machine = { processors: 4, machine_memory: 8e9, size: 1_000_000, memory: 500_000_000 };
    now.recommendation = { model: model.name, ...machine, ...measured };
    await page.route('**/v1/server/models', (route) => route.fulfill({ json: now }));
    await page.route(/\/v1\/server\/(models|engines)\//, (route) => {
      const what = `${route.request().method()} ${new URL(route.request().url()).pathname.split('/').slice(4).join('/')}`;
      done.push(what);
      if (what.startsWith('DELETE')) show({ adding: null }, {});
      else if (what.endsWith('/use')) now = { ...now, embedder: { ...now.embedder, model: model.name } };
      else if (what.endsWith('/pull')) show({}, { state: 'downloading', done: 500_000 });
      else show({ adding: { done: 1_000_000, total: 2_000_000 } }, {});
      return route.fulfill({ json: now });
    });
    await page.goto(new URL('/settings/models', page.url()).href);
    await page.getByText('210 of 300 questions').waitFor();
    await page.getByText('3.0 MB are downloaded once').waitFor();
    await tab.screenshot('models-recommended');
    await whole(tab);
    await page.getByRole('button', { name: 'Download and use it' }).click();
    await page.getByText('1.0 MB of 3.0 MB').waitFor();
    await tab.screenshot('models-recommended-progress');
    await page.getByRole('region', { name: 'Recommended' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Download and use it' }).click();
    await page.getByText('1.0 MB of 3.0 MB').waitFor();
    show({ state: 'present', adding: null }, {});
    await page.getByText('2.5 MB of 3.0 MB').waitFor();
    await whole(tab);
    show({}, { state: 'present', done: 1_000_000 });
    await page.getByRole('region', { name: 'Recommended' }).waitFor({ state: 'detached' });
    const engineIs = (method: string) => expect.stringMatching(`^${method} .*transformers`);
    expect(done).toEqual([
      ...[engineIs('POST'), engineIs('DELETE'), engineIs('POST')],
      `POST ${model.name}/pull`,
      `POST ${model.name}/use`,
    ]);
    await tab.context.close();
  });

  it('are downloaded, used at once, and put away again', async () => {
    const tab = await world.open('/settings/models');
    const { page } = tab;
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await page.getByRole('button', { name: 'Download words' }).click();
    await page.getByRole('progressbar', { name: 'Download of words' }).waitFor();
    await tab.screenshot('models-downloading');
    await whole(tab);
    letGo();
    await page.getByRole('button', { name: 'Use words' }).click();
    await page.getByRole('button', { name: 'Use it' }).click();
    await row('words').getByText('In use').waitFor();
    // It says the same to every question.
    await page.getByRole('button', { name: 'Use script' }).click();
    await page.getByRole('alert').filter({ hasText: 'It does not follow instructions.' }).waitFor();
    await row('script').locator('summary', { hasText: 'Examined' }).click();
    await row('script').getByRole('group', { name: 'What the model showed' }).waitFor();
    await tab.screenshot('models-unfit');
    await page.getByRole('button', { name: 'Use script all the same' }).click();
    await row('script').getByText('In use').waitFor();
    await tab.screenshot('models-in-use');
    await whole(tab, 400);
    await page.getByRole('button', { name: 'Use extractive' }).click();
    await row('script').getByText('On the server').waitFor();
    await tab.context.close();
  });

  it('are added from a directory of the server, examined, and removed', async () => {
    const tab = await world.open('/settings/models');
    const { page } = tab;
    const section = page.getByRole('region', { name: 'A model of your own' });
    await section.getByText('Nothing is in that directory yet.').waitFor();
    const directory = join(world.server.dataDir, 'models-to-add');
    mkdirSync(directory);
    writeFileSync(join(directory, 'broken.gguf'), 'no model');
    writeFileSync(join(directory, 'mine.gguf'), scriptedGguf());
    await section.getByRole('button', { name: 'Look again' }).click();

    await section.getByRole('button', { name: 'Add broken.gguf' }).press('Enter');
    await page.getByRole('button', { name: 'Add it' }).click();
    await section.getByRole('alert').filter({ hasText: 'is no GGUF file.' }).waitFor();
    await section.getByRole('button', { name: 'Add mine.gguf' }).press('Enter');
    await page.getByLabel('Licence').fill('MIT');
    await tab.screenshot('own-model-dialog');
    await whole(tab);
    await page.keyboard.press('Enter');
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Remove mine', exact: true }) });
    await row.getByText('On the server').waitFor();
    expect(await section.getByRole('alert').count()).toBe(0);
    await row.locator('summary', { hasText: 'read and checked, not run' }).click();
    await row.getByText('SHA-256').waitFor();
    await tab.screenshot('own-model');
    await whole(tab);

    // The result of the examination is read beside it.
    await row.getByRole('button', { name: 'Use mine' }).click();
    await row.getByRole('alert').filter({ hasText: 'It does not follow instructions.' }).waitFor();
    await row.locator('summary', { hasText: 'Examined' }).click();
    await row.getByRole('group', { name: 'What the model showed' }).waitFor();

    appendFileSync(join(models, 'mine/model.gguf'), 'x');
    await section.getByRole('button', { name: 'Look again' }).click();
    await row.getByText('it is not run').waitFor();
    await tab.screenshot('own-model-changed');
    await row.getByRole('button', { name: 'Remove mine', exact: true }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await row.waitFor({ state: 'detached' });
    await whole(tab, 400);
    await tab.context.close();
  });
});
