import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runModelsCommand } from '../../../server/commands/models/models.ts';
import { readEnv } from '../../../server/config/env.ts';
import { MODEL_CATALOGUE } from '../../../server/engines/catalogue/model-catalogue.ts';
import { verifyModel } from '../../../server/engines/catalogue/model-folder.ts';
import {
  breakOff,
  type FixtureModel,
  fixtureModel,
  type ScriptedHub,
  serve,
  startHub,
} from '../../helpers/models/model-hub.ts';

const WITH_FIXTURES = fileURLToPath(new URL('../../helpers/models/models-command.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const WEIGHTS = 'onnx/model_quantized.onnx';

let folder: string;
let fixture: FixtureModel;
let hub: ScriptedHub;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-models-'));
  fixture = fixtureModel('tiny');
  hub = await startHub(fixture);
});
afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

function start(words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), MODELS_URL: hub.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (bytes) => (out += bytes));
  child.stderr.on('data', (bytes) => (out += bytes));
  return { child, ended: once(child, 'close').then(() => ({ code: child.exitCode, out })) };
}
/** Runs the command with the fixture's catalogue, as tests do not have the real models. */
async function models(words: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string }> {
  const printed: string[] = [];
  const command = {
    env: readEnv({ DATA_DIR: join(folder, 'data'), MODELS_URL: hub.url, ...env }),
    catalogue: [fixture.model],
    say: (line: string) => printed.push(`${line}\n`),
    terminal: null,
    signal: new AbortController().signal,
  };
  const failed = await runModelsCommand(words, command).then(
    () => null,
    (error: Error) => `${error.message}\n`,
  );
  return { code: failed === null ? 0 : 1, out: printed.join('') + (failed ?? '') };
}
/** The real one. */
const footnote = (words: string[], env: Record<string, string> = {}) => start([MAIN, ...words], env).ended;
const here = (path = '') => join(folder, 'data/models/tiny', path);
const weights = () => fixture.contents.get(WEIGHTS) ?? Buffer.alloc(0);

describe('footnote models pull', () => {
  it('downloads every file, reports every 10%, and the model is in use from then on', async () => {
    const { code, out } = await models(['pull', 'tiny']);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toMatch(/^tiny: [\d.]+ [kM]B, MIT, from http/);
    expect(out.match(/^ *\d+ % .+ [kM]B$/gm)?.length).toBeLessThanOrEqual(11);
    expect(out).toMatch(
      /100 % .+ [kM]B\nIt is in .+tiny, and its checksum is right\.\nThe server uses it from its next start\.\n$/,
    );
    expect(await readFile(here(WEIGHTS))).toEqual(weights());
    expect(await readdir(here('onnx'))).toEqual(['model_quantized.onnx']);
    expect((await models(['list'])).out).toMatch(/tiny +[\d.]+ [kM]B +MIT +English +in use/);
    expect((await models(['verify'])).out).toBe('tiny: the checksum is right.\n');
  });

  it('resumes after a broken connection, and downloads nothing twice', async () => {
    hub.next.push(serve, breakOff);
    expect(await models(['pull', 'tiny'])).toMatchObject({ code: 0 });
    expect(hub.requests.map(({ range }) => range)).toEqual([null, null, `bytes=${weights().length / 2}-`]);
    expect(await readFile(here(WEIGHTS))).toEqual(weights());
    hub.requests.length = 0;
    expect(await models(['pull', 'tiny'])).toMatchObject({ code: 0 });
    expect(hub.requests).toEqual([]);
  });

  it('is stopped by Ctrl-C, and resumes where it stopped when run again', async () => {
    const waiting = new Promise<void>((resolve) => {
      hub.next.push(serve, (_request, response, whole) => {
        response.writeHead(200, { 'content-length': whole.length });
        response.write(whole.subarray(0, 60_000), () => resolve());
      });
    });
    await writeFile(join(folder, 'catalogue.json'), JSON.stringify([fixture.model]));
    const { child, ended } = start([WITH_FIXTURES, join(folder, 'catalogue.json'), 'pull', 'tiny']);
    await waiting;
    await expect.poll(async () => (await readFile(here(`${WEIGHTS}.part`)).catch(() => '')).length).toBe(60_000);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 1, out: expect.stringMatching(/stopped\.\n$/) });
    expect((await models(['list'])).out).toMatch(/tiny .+ incomplete: [\d.]+ [kM]B\n/);
    hub.requests.length = 0;
    expect(await models(['pull', 'tiny'])).toMatchObject({ code: 0 });
    expect(hub.requests.map(({ range }) => range)).toEqual(['bytes=60000-']);
    expect(await readFile(here(WEIGHTS))).toEqual(weights());
  });

  it('starts again if the partial file is wrong', async () => {
    await mkdir(here('onnx'), { recursive: true });
    await writeFile(here(`${WEIGHTS}.part`), Buffer.alloc(1000));
    expect(await models(['pull', 'tiny'])).toMatchObject({ code: 0 });
    expect(hub.requests.map(({ range }) => range)).toEqual([null, 'bytes=1000-', null]);
  });

  it.each([
    [
      'of other bytes',
      (whole: Buffer) => Buffer.alloc(whole.length),
      /is not the pinned file: its SHA-256 is [0-9a-f]{64}/,
    ],
    ['that is longer', (whole: Buffer) => Buffer.concat([whole, whole]), /is longer than the pinned file/],
  ])('deletes a file %s, and uses nothing of it', async (_, forge, said) => {
    hub.next.push(serve, (_request, response, whole) => void response.end(forge(whole)));
    expect(await models(['pull', 'tiny'])).toMatchObject({ code: 1, out: expect.stringMatching(said) });
    expect(await readdir(here('onnx'))).toEqual([]);
    expect((await models(['list'])).out).toMatch(/tiny .+ incomplete: [\d.]+ [kM]B\n/);
  });

  it('reports what is wrong with the hub', async () => {
    expect(await footnote(['models', 'pull', 'all-MiniLM-L6-v2'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /all-MiniLM-L6-v2\/resolve\/751bff.+ answers with 404: the file does not exist\..+mirror/,
      ),
    });
    hub.next.push((_request, response) => void response.writeHead(403).end());
    expect((await models(['pull', 'tiny'])).out).toMatch(/answers with 403: the file is not public\.\n$/);
  });

  it('follows a redirect on the same server, but not to plain http elsewhere', async () => {
    hub.next.push((_request, response) => void response.writeHead(302, { location: '/storage/config.json' }).end());
    expect(await models(['pull', 'tiny'])).toMatchObject({ code: 0 });
    expect(hub.requests[1]?.path).toBe('/storage/config.json');
    await rm(here('config.json'));
    hub.next.push((_request, response) => void response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end());
    expect((await models(['pull', 'tiny'])).out).toMatch(/redirects to an address that is not https\.\n$/);
  });

  it('reads from a folder, also with OFFLINE=1', async () => {
    const mirror = join(folder, 'mirror');
    await models(['pull', 'tiny'], { MODELS_DIR: mirror });
    hub.requests.length = 0;
    expect((await models(['pull', 'tiny'], { MODELS_URL: mirror, OFFLINE: '1' })).code).toBe(0);
    expect(await readFile(here(WEIGHTS))).toEqual(weights());
    expect(hub.requests).toEqual([]);
  });

  it('sends nothing with OFFLINE=1, and explains how to copy the model instead', async () => {
    const { code, out } = await footnote(['models', 'pull', 'all-MiniLM-L6-v2'], { OFFLINE: '1' });
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /OFFLINE=1 forbids downloads\. Copy .+all-MiniLM-L6-v2 from .+, then run: npx footnote models verify all-/,
      ),
    });
    expect(hub.requests).toEqual([]);
  });
});

describe('footnote models pull on a machine that is too small', () => {
  beforeEach(() => {
    for (const file of fixture.model.files) file.size *= 1e9;
  });

  it('refuses the model before anything is sent, and says how to download it all the same', async () => {
    expect((await models(['list'])).out).toMatch(/tiny .+ does not fit this machine\n/);
    const { code, out } = await models(['pull', 'tiny']);
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /^tiny: .+\ntiny does not fit this machine\.\n {2}200002\.0 GB of tiny are to be downloaded, and the disk of .+ free\. .+\n {2}tiny needs about 400004\.2 GB of memory, .+\n {2}To download it all the same: .+ models pull tiny --force\n$/,
      ),
    });
    expect(hub.requests).toEqual([]);
  });

  it('begins with --force, and says what speaks against it', async () => {
    const mirror = join(folder, 'mirror');
    await mkdir(mirror);
    const { out } = await models(['pull', 'tiny', '--force'], { MODELS_URL: mirror });
    expect(out).toMatch(
      /\nNote: 200002\.0 GB of tiny are to be .+\nNote: tiny needs about 400004\.2 GB of memory, .+\n/,
    );
    expect(out).toMatch(/MODELS_URL names .+mirror, which has neither /);
  });
});

describe('footnote models remove', () => {
  it('deletes a model that is not in use, also a part of one', async () => {
    await models(['pull', 'tiny']);
    expect(await models(['remove', 'tiny'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^tiny is in use\. Choose another first, or none: .+ models use builtin\n$/),
    });
    await verifyModel(join(folder, 'data/models'), fixture.model);
    await models(['use', 'builtin']);
    expect((await models(['remove', 'tiny'])).out).toMatch(/tiny has been removed, which frees 0\.2 MB\.\n$/);
    expect(await readdir(here('..'))).toEqual([]);
    expect((await models(['remove', 'tiny'])).out).toBe('tiny is not on this machine.\n');
    await mkdir(here('onnx'), { recursive: true });
    await writeFile(here(`${WEIGHTS}.part`), Buffer.alloc(1000));
    expect((await models(['list'])).out).toMatch(/tiny .+ incomplete: 1\.0 kB\n/);
    expect((await models(['remove', 'tiny'])).code).toBe(0);
    expect((await models(['list'])).out).not.toMatch(/incomplete/);
  });
});

describe('a folder that was copied by hand', () => {
  beforeEach(async () => {
    await mkdir(join(folder, 'other'));
    await models(['pull', 'tiny'], { MODELS_DIR: join(folder, 'other') });
    await cp(join(folder, 'other'), join(folder, 'data/models'), { recursive: true });
  });

  it('works like a downloaded one', async () => {
    expect((await models(['verify', 'tiny'], { OFFLINE: '1' })).out).toBe('tiny: the checksum is right.\n');
    expect((await models(['list'])).out).toMatch(/in use/);
  });

  it('is refused with one byte flipped', async () => {
    const forged = Buffer.from(weights());
    forged[1234] = (forged[1234] ?? 0) ^ 1;
    await writeFile(here(WEIGHTS), forged);
    expect(await models(['verify', 'tiny'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /onnx.model_quantized\.onnx is not the pinned file: .+\n1 of 1 models cannot be used\.\n$/,
      ),
    });
    expect(await models(['use', 'tiny'])).toMatchObject({ code: 1 });
    expect(await models(['pull', 'tiny'])).toMatchObject({ code: 0 });
    expect(await readFile(here(WEIGHTS))).toEqual(weights());
  });

  it('is chosen and left with a command, but a variable takes precedence', async () => {
    expect((await models(['use', 'builtin'])).out).toBe('The server uses builtin from its next start.\n');
    expect((await models(['list'])).out).toMatch(/English +here\n/);
    expect((await models(['use', 'tiny'])).out).toBe('The server uses tiny from its next start.\n');
    expect((await models(['list'])).out).toMatch(/English +in use\n/);
    expect((await models(['use', 'tiny'], { EMBEDDER: 'builtin' })).out).toBe(
      'tiny is chosen, but EMBEDDER is set and takes precedence.\n',
    );
    expect((await models(['list'], { EMBEDDER: 'builtin' })).out).toMatch(/English +here\n/);
  });
});

describe('the command', () => {
  it('lists the offered models', async () => {
    const { code, out } = await footnote(['models', 'list']);
    expect(code).toBe(0);
    for (const { name } of MODEL_CATALOGUE) expect(out).toContain(` ${name} `);
  });

  it.each([
    [['models']],
    [['models', 'pull']],
    [['models', 'delete', 'all-MiniLM-L6-v2']],
    [['models', 'list', '--force']],
    [['models', 'list', 'x']],
  ])('shows how it is called for %j', async (words) => {
    expect(await footnote(words)).toMatchObject({ code: 2, out: expect.stringMatching(/\n {2}models pull NAME/) });
  });

  it.each(['pull', 'verify', 'use', 'remove'])('refuses to %s an unknown model', async (action) => {
    const { code, out } = await footnote(['models', action, '../../etc']);
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/there is no model \.\.\/\.\.\/etc\. See: npx footnote models list/),
    });
  });
});

describe('the catalogue', () => {
  it('matches the guide', async () => {
    const guide = await readFile(new URL('../../../examples/docs/operator/configuration.md', import.meta.url), 'utf8');
    const rows = [
      ...guide.matchAll(/^\| `([^`]+)` \| (?:vectors|answers|order|checks) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
    ];
    const { out } = await footnote(['models', 'list']);
    expect(rows).toHaveLength(MODEL_CATALOGUE.length);
    for (const [, name = '', size = '', licence = '', languages = ''] of rows) {
      const words = [name, size, licence, languages].map((cell) => cell.replaceAll('.', '\\.'));
      expect(out).toMatch(new RegExp(words.join(' +')));
    }
  });

  it('pins every file of every model to the byte', () => {
    expect(new Set(MODEL_CATALOGUE.map(({ name }) => name)).size).toBe(MODEL_CATALOGUE.length);
    for (const { name, revision, files } of MODEL_CATALOGUE) {
      expect(name).toMatch(/^[\w.-]+$/);
      expect(revision).toMatch(/^[0-9a-f]{40}$/);
      for (const { path, size, sha256 } of files) {
        expect(path).toMatch(/^(?:onnx\/)?[\w.-]+$/);
        expect(size).toBeGreaterThan(0);
        expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      }
    }
  });
});
