import { pathToFileURL } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { beforeAll, expect, it } from 'vitest';
import { ENGINES_DIR } from '../helpers/models/engines.ts';
import { modelsFolder } from '../helpers/models/folder.ts';
import { describeWithWeights, REAL_EMBEDDERS, WEIGHTS } from '../helpers/models/weights.ts';
import { childrenOf } from '../helpers/processes/child-processes.ts';
import { runCommand } from '../helpers/processes/run-command.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { until } from '../helpers/timing/until.ts';

const [SMALL, LARGE] = REAL_EMBEDDERS;
const LAMPS = 24;

/** Sections that say the same of different lamps, and one that says in other words what is asked. */
const DOCUMENT = [
  '# The harbour',
  ...Array.from({ length: LAMPS }, (_, at) => `## Lamp ${at}\n\nThe harbour lamp ${at} is lit at ${at} past nine.`),
  '## Forgotten credentials\n\nPress Reset on the page of your account, and a mail with a link comes to you.',
].join('\n\n');

const describeModels = await describeWithWeights([...REAL_EMBEDDERS], ['transformers']);

describeModels('real embedding models on a server (need their weights and the engine transformers)', () => {
  const dataDir = modelsFolder();
  const env = { MODELS_URL: pathToFileURL(WEIGHTS).href, ENGINES_DIR };
  const models = (...words: string[]) => runCommand(['models', ...words], { DATA_DIR: dataDir, ...env });
  let server: ServerProcess;
  let operator: Footnote;
  let visitor: Footnote;
  let project: string;

  /** Only for what the words find alike with any model. */
  async function askForLamp(at: number): Promise<void> {
    const { citations } = await visitor.chat.create(project, { query: `When is the harbour lamp ${at} lit?` });
    expect(citations[0]?.text).toContain(`The harbour lamp ${at} is lit`);
  }

  async function findInOtherWords(): Promise<void> {
    const { results } = await visitor.search.create(project, { query: 'What do I do if I lost my password?' });
    expect(results[0]?.text).toContain('Press Reset');
  }

  /** Asks until all documents are embedded by the model in use, and at least once. */
  async function askWhileEmbedding(): Promise<void> {
    let at = 0;
    do await askForLamp(at++ % LAMPS);
    while ((await operator.server.models.retrieve()).re_embedding !== null);
  }

  beforeAll(async () => {
    for (const name of REAL_EMBEDDERS) {
      expect(await models('pull', name)).toMatchObject({
        code: 0,
        out: expect.stringContaining('its checksum is right'),
      });
    }
    server = await startServer({ dataDir, env: { ...env, OFFLINE: '1', EMBEDDER: '' } });
    const account = { email: 'operator@example.org', password: 'a long enough password' };
    const guest = new Footnote({ baseURL: server.baseURL });
    await guest.auth.register({ ...account, name: 'Keeper', setup_token: server.setupToken });
    const accessToken = (await guest.auth.login(account)).access_token;
    operator = new Footnote({ baseURL: server.baseURL, accessToken });
    project = (await operator.projects.create({ name: 'Harbour' })).id;
    const apiKey = (await operator.projects.apiKeys.create(project)).key;
    visitor = new Footnote({ baseURL: server.baseURL, apiKey });
    const file = new Blob([DOCUMENT]);
    const source = await operator.sources.upload({ file, name: 'harbour.md', project_id: project });
    expect((await operator.sources.waitUntilReady(source)).status).toBe('completed');
  });

  it('are the pinned files, and the first of the catalogue is used from the start', async () => {
    const { code, out } = await models('verify');
    expect([code, out.match(/: the checksum is right\./g)?.length]).toEqual([0, 2]);
    const { embedder } = await operator.server.models.retrieve();
    expect(embedder).toEqual({ engine: 'transformers', model: LARGE, decided_by: 'automatic' });
  });

  it('find what says in other words what is asked', async () => {
    await findInOtherWords();
  });

  it('embed all again and back, while questions are answered', async () => {
    for (const name of [SMALL, 'builtin', LARGE]) {
      const { embedder } = await operator.server.models.use(name);
      expect(embedder.model ?? embedder.engine).toBe(name);
      await askWhileEmbedding();
    }
  });

  it.runIf(process.platform === 'linux')('are started again when their process is killed in the middle', async () => {
    await operator.server.models.use(SMALL);
    const running = () => childrenOf(server.pid, 'transformers-embedder-child');
    await until(() => running().length > 0, 'the model runs');
    for (const child of running()) process.kill(child, 'SIGKILL');
    await askWhileEmbedding();
    expect((await operator.server.models.retrieve()).embedder.model).toBe(SMALL);
    await findInOtherWords();
  });
});
