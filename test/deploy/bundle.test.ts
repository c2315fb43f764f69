import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TARGETS } from '../../.build/bundle/targets.ts';
import { bundle } from '../../.build/bundle.ts';
import { GUIDE } from '../examples/guide.ts';
import { ENGINES_DIR, hasEngines } from '../helpers/models/engines.ts';
import { embeddingEntry, generationEntry, writeModel } from '../helpers/models/folder.ts';
import { runExample } from '../helpers/processes/run-example.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { until } from '../helpers/timing/until.ts';
import { describeInstalledBundle, describeInstaller } from './bundle-installation.ts';
import { startStandIn } from './bundle-service.ts';
import { dockerfile } from './dockerfile.ts';
import { platformOf } from './platform-of.ts';
import { runs } from './programs.ts';

const run = promisify(execFile);
const TARGET = `${process.platform}-${process.arch}`;

const home = mkdtempSync(join(tmpdir(), 'footnote-bundle-'));
const guide = join(home, 'library.md');
const modelsDir = join(home, 'models');
/** Two models, of which one was not downloaded whole. */
const catalogue = [
  embeddingEntry('tiny', writeModel(modelsDir, 'tiny', { 'onnx/model.onnx': 'weights' })),
  generationEntry('half', writeModel(modelsDir, 'half', { 'half.gguf': 'weights' })),
];
writeFileSync(join(modelsDir, 'half', 'half.gguf'), 'wei');

const said: string[] = [];
/** Compressed fast: the default level takes 10 seconds of processor time more. */
const LEVEL = 1;
const pack = (models: string[], output: string, engines: string[] = []) =>
  bundle({
    ...{ models, engines, output, level: LEVEL, modelsDir, enginesDir: ENGINES_DIR, catalogue },
    say: (line) => said.push(line),
  });
const NOTHING_CHOSEN = { models: [], engines: [], modelsDir, enginesDir: ENGINES_DIR, catalogue, say: () => undefined };
/** The smallest, where it can be installed. */
const ENGINE = 'xenova-transformers';
const engineIsThere = await hasEngines(ENGINE);
/** Where the archive was unpacked. */
let place: string;

beforeAll(async () => {
  writeFileSync(guide, GUIDE.text);
  const archive = join(home, 'footnote.tar.gz');
  await pack(['tiny'], archive, engineIsThere ? [ENGINE] : []);
  await run('tar', ['-xzf', archive, '-C', home, '--no-same-owner']);
  place = join(home, readdirSync(home).find((name) => name.startsWith('footnote-')) ?? 'missing');
  // As an installation that its user may read and not change.
  await run('chmod', ['-R', 'a+rX,a-w', place]);
  chmodSync(home, 0o755);
});
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', home]);
  rmSync(home, { recursive: true });
});

/** Starts what was unpacked, with words before it that say how; nothing of this repository is in its reach. */
const startUnpacked = (how: string[] = [], dataDir?: string): Promise<ServerProcess> => {
  const [program, ...words] = [...how, join(place, 'footnote'), 'start'];
  const env = { NODE: '', OFFLINE: '1', MODELS_DIR: '' };
  return startServer({ command: [program ?? '', ...words], env, ...(dataDir && { dataDir }) });
};

/** From nothing to an answer, by the script of the examples; `how` is where that runs. */
async function expectAnswer(server: ServerProcess, how: string[] = []) {
  const [program = '', ...words] = [
    ...how,
    ...[process.execPath, '--conditions=footnote-source', 'examples/node-script/ask.ts', guide, GUIDE.question],
  ];
  const env = { FOOTNOTE_BASE_URL: server.baseURL, FOOTNOTE_SETUP_TOKEN: server.setupToken };
  const { code, stdout, stderr } = await runExample(program, words, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/four weeks.*\[1\]/s);
}

describe('the offline bundle', () => {
  it('is one folder, named after its version and platform', () => {
    expect(
      place.endsWith(
        `footnote-${JSON.parse(readFileSync(join(place, 'server/package.json'), 'utf8')).version}-${TARGET}`,
      ),
    ).toBe(true);
    expect(readdirSync(place).sort()).toEqual(
      [
        ...['LICENSE', 'README.md', 'SHA256SUMS', 'deploy', 'footnote', 'install.sh', 'models', 'node'],
        ...['node_modules', 'sbom.cdx.json', 'server', 'widget'],
        ...(engineIsThere ? ['engines'] : []),
      ].sort(),
    );
    for (const name of ['README.md', 'install.sh', 'footnote']) {
      expect(readFileSync(join(place, name), 'utf8')).not.toMatch(/%[A-Z]+%/);
    }
  });

  it('says what takes how much room', () => {
    const lines = said.join('\n');
    expect(lines).toMatch(/Packages +\d+\.\d MB in \d+ packages/);
    expect(lines).toMatch(/Model +0\.0 MB tiny/);
    expect(lines).toMatch(/SHA-256 [0-9a-f]{64}/);
  });

  it('holds the hash of every file, and has its own beside it', async () => {
    const { stdout } = await run('find', ['.', '-type', 'f', '!', '-path', './SHA256SUMS'], { cwd: place });
    const lines = readFileSync(join(place, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(lines.map((line) => `./${line.slice(66)}`).sort()).toEqual(stdout.trim().split('\n').sort());
    await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: place });
    await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: home });
  });

  it('lists its packages as CycloneDX, with their licences and the hashes of the lock file', () => {
    const schemas = new URL('../../node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url);
    const schema = (name: string) => JSON.parse(readFileSync(new URL(`${name}.SNAPSHOT.schema.json`, schemas), 'utf8'));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const text = readFileSync(join(place, 'sbom.cdx.json'), 'utf8');
    const sbom = JSON.parse(text);
    const isValid = ajv.compile(schema('bom-1.6'));
    expect([isValid(sbom), isValid.errors]).toEqual([true, null]);
    expect(readFileSync(join(home, 'footnote.cdx.json'), 'utf8')).toBe(text);

    const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')).packages;
    const components: {
      'bom-ref': string;
      name: string;
      version: string;
      hashes: { content: string }[];
      licenses: object[];
    }[] = sbom.components;
    expect(components.filter(({ licenses, hashes }) => !(licenses?.length > 0 && hashes?.length > 0))).toEqual([]);
    const koa = components.find(({ name }) => name === 'koa');
    expect(koa?.version).toBe(lock['node_modules/koa'].version);
    const digest = Buffer.from(lock['node_modules/koa'].integrity.replace('sha512-', ''), 'base64').toString('hex');
    expect(koa?.hashes[0]?.content).toBe(digest);
    const needs = (ref: string) => sbom.dependencies.find((one: { ref: string }) => one.ref === ref).dependsOn;
    expect(needs('compiled-in/node_modules/koa')).toContain('compiled-in/node_modules/koa-compose');
    // What is compiled into the console, the widget and the server is in it as well.
    expect(components.map((one) => one['bom-ref'])).toEqual(
      expect.arrayContaining(['lit', 'redoc', 'tldts'].map((name) => `compiled-in/node_modules/${name}`)),
    );
    // Every folder of the bundle with a package is in it, and nothing else but Node.js.
    const inBundle = readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => path.slice(0, -'/package.json'.length))
      .filter((path) => lock[path]?.integrity);
    const listed = components
      .map((one) => one['bom-ref'])
      .filter((ref) => ref !== 'node' && !ref.startsWith('compiled-in/'));
    expect(listed.sort()).toEqual(inBundle.sort());
  });

  it('brings its own Node.js', () => {
    const { version } = JSON.parse(readFileSync(join(place, 'sbom.cdx.json'), 'utf8')).components.find(
      (one: Record<string, string>) => one['bom-ref'] === 'node',
    );
    expect(execFileSync(join(place, 'node/bin/node'), ['--version'], { encoding: 'utf8' })).toBe(`v${version}\n`);
  });

  it('holds the chosen model, and binaries of this platform only', () => {
    expect(readFileSync(join(place, 'models/tiny/onnx/model.onnx'), 'utf8')).toBe('weights');
    expect(readdirSync(join(place, 'models'))).toEqual(['tiny']);
    expect(readdirSync(join(place, 'node_modules/better-sqlite3/prebuilds'))).toEqual([`${TARGET}.node`]);
  });

  it.each(['widget/dist', 'server/dist/console'])('holds what browsers load compressed, too: %s', (folder) => {
    const names = readdirSync(join(place, folder));
    const scripts = names.filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(2);
    expect(names).toEqual(expect.arrayContaining(scripts.flatMap((name) => [`${name}.br`, `${name}.gz`])));
  });

  it('holds neither what only the compiler reads, nor what only developers need', () => {
    for (const name of ['@types', 'typescript', 'vite', 'vitest', 'node']) {
      expect(existsSync(join(place, 'node_modules', name)), name).toBe(false);
    }
  });

  it('has no link that leads out of it', async () => {
    const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
    const links = names.filter((name) => lstatSync(join(place, name)).isSymbolicLink());
    expect(links.sort()).toEqual(['node_modules/@footnote/server', 'node_modules/@footnote/widget']);
  });

  it.each([
    ['unknown', /no model unknown\. Available are tiny, half/],
    ['half', /half is incomplete or damaged/],
    ['../tiny', /no model \.\.\/tiny/],
  ])('is not made with a model %s', async (name, words) => {
    const file = join(home, 'refused.tar.gz');
    await expect(pack([name], file)).rejects.toThrow(words);
    expect(existsSync(file)).toBe(false);
  });

  it('is made for no platform whose packages are in no lock file', async () => {
    const file = join(home, 'refused.tar.gz');
    await expect(bundle({ ...NOTHING_CHOSEN, target: 'plan9-mips', output: file })).rejects.toThrow(
      /no target plan9-mips\. Available are linux-x64, linux-arm64, darwin-arm64/,
    );
  });

  it('is made by a command that says what is wrong with its words', async () => {
    const { code, stderr } = await runExample(process.execPath, ['.build/bundle.ts', '--models', 'unknown'], {});
    expect(stderr).toMatch(/^The bundle was not made: there is no model unknown. Available are bge-small/);
    expect(code).toBe(1);
  });
});

// Downloads some hundred megabytes and takes a minute each, so only among the long tests.
describe.skipIf(!process.env.FOOTNOTE_SOAK)('the bundle for another platform', { timeout: 600_000 }, () => {
  it.each(TARGETS.filter((target) => target !== TARGET))('has only binaries of %s', async (target) => {
    const file = join(home, `${target}.tar.gz`);
    await bundle({ ...NOTHING_CHOSEN, target, output: file });
    const folder = join(home, target);
    mkdirSync(folder);
    await run('tar', ['-xzf', file, '-C', folder, '--strip-components=1', '--no-same-owner']);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const binaries = names.filter((name) => /\.(?:node|dylib|so(?:\.\d+)*)$|^node\/bin\/node$/.test(name));
    for (const needed of [/^node\//, /better-sqlite3/, /sqlite-vec/]) {
      expect(binaries.filter((name) => needed.test(name))).toHaveLength(1);
    }
    expect(binaries.filter((name) => platformOf(readFileSync(join(folder, name))) !== target)).toEqual([]);
  });
});

describe('its start script', () => {
  /** A node that says it is this one. */
  function pretend(says: string): string {
    const file = join(home, `node ${says.replace(/\W/g, '-')}`);
    writeFileSync(file, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
    return file;
  }
  const start = (node: string) => runExample(join(place, 'footnote'), ['help'], { NODE: node });

  it.each([
    ['no Node', '/nowhere/node', /needs Node\.js 24\.7 or newer, and there is no \/nowhere\/node/],
    ['an older Node', pretend(`24.6.9 ${TARGET}`), /needs Node\.js 24\.7 or newer, and .* is 24\.6\.9/],
    ['an old Node', pretend(`9.11.0 ${TARGET}`), /needs Node\.js 24\.7 or newer, and .* is 9\.11\.0/],
    ['another platform', pretend('25.0.0 plan9-mips'), new RegExp(`is for ${TARGET}, and this is plan9-mips`)],
  ])('says what is wrong with %s', async (_, node, words) => {
    const { code, stderr } = await start(node);
    expect(stderr).toMatch(words);
    expect(code).toBe(1);
  });

  it('also runs through a link from elsewhere', async () => {
    const link = join(home, 'linked');
    await run('ln', ['-s', join(place, 'footnote'), link]);
    const { stdout } = await runExample(link, ['help'], { NODE: process.execPath });
    // The script itself, wherever it was called from: that is what the reader can type.
    expect(stdout).toContain(`Usage: ${join(place, 'footnote')} COMMAND`);
  });
});

describe('what was unpacked', () => {
  it.each(['--version', '-v'])('prints its version with %s', async (spelling) => {
    const { version } = JSON.parse(readFileSync(join(place, 'server/package.json'), 'utf8'));
    const printed = await runExample(join(place, 'footnote'), [spelling], { NODE: process.execPath });
    expect(printed).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.skipIf(!engineIsThere)('holds a chosen engine, intact and for this platform (needs a registry)', async () => {
    const env = { NODE: process.execPath, DATA_DIR: home };
    const { stdout } = await runExample(join(place, 'footnote'), ['engines', 'list'], env);
    expect(stdout).toContain(`Engines in ${join(place, 'engines')}`);
    expect(stdout).toMatch(/xenova-transformers .+ here$/m);
    const { stdout: examined } = await runExample(join(place, 'footnote'), ['doctor'], env);
    expect(examined).toMatch(/^ok +engines +Present and intact: xenova-transformers\.$/m);
    const onnx = readdirSync(join(place, 'engines', ENGINE, 'node_modules/onnxruntime-node/bin/napi-v3'));
    expect(onnx).toEqual([process.platform]);
  });

  it('goes from nothing to a cited answer, from a folder that nobody may write', async () => {
    const server = await startUnpacked();
    await expectAnswer(server);
    // And its owner finds the console there.
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    const [script] = /\/console\/index-[\w-]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(`${server.url}${script}`)).status).toBe(200);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });

  const alone = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  it.skipIf(!runs(alone[0] ?? '', ...alone.slice(1), 'true'))(
    'does so where there is no network (needs root, unshare and ip)',
    async () => {
      const server = await startUnpacked(alone);
      const inside = ['nsenter', `--target=${server.pid}`, '--net'];
      const { stdout } = await runExample('nsenter', [...inside.slice(1), 'ip', '-oneline', 'link'], {});
      expect(stdout.trim().split('\n')).toHaveLength(1);
      await expectAnswer(server, inside);
      expect(await server.stop()).toEqual({ code: 0, signal: null });
    },
  );
});

/**
 * What compose.yaml asks of a container, with the tools of util-linux: process 1 of its own, an unprivileged user, no
 * capability, no new privileges, and a file system that is read-only but for the volume; here not even /tmp can be written.
 */
const CONFINE = `
set -eu
data=$1; shift
mount --make-rprivate /
mount --bind "$data" "$data"
mount -o remount,bind,ro /
exec setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;
const confined = (dataDir: string) => ['unshare', '--mount', '--pid', '--fork', 'sh', '-c', CONFINE, 'sh', dataDir];

describe.skipIf(!runs('unshare', ...confined(tmpdir()).slice(1), 'true'))(
  'what was unpacked, confined as the container is (needs root, unshare and setpriv)',
  () => {
    let server: ServerProcess;
    /** Of the server itself, as this machine sees it. */
    let pid: number;
    const dataDir = join(home, 'data');
    beforeAll(async () => {
      mkdirSync(dataDir, { mode: 0o700 });
      await run('chown', ['1000:1000', dataDir]);
      server = await startUnpacked(confined(dataDir), dataDir);
      pid = Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8'));
    });

    it('is process 1, has no privilege, and can write to its data only', async () => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      expect(status).toMatch(/^NSpid:\t\d+\t1$/m);
      expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
      expect(status).toMatch(/^CapEff:\t0+$/m);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      const writable = (path: string) =>
        runs('nsenter', `--target=${pid}`, '--mount', 'setpriv', '--reuid=1000', '--clear-groups', 'test', '-w', path);
      expect([writable(dataDir), writable('/tmp'), writable(place)]).toEqual([true, false, false]);
    });

    it('goes from nothing to a cited answer', async () => {
      await expectAnswer(server);
    });

    it('is healthy as long as it runs, as the Dockerfile asks', async () => {
      const [program = '', ...words] = dockerfile.healthcheck;
      const check = () => runExample(program, words, { PORT: new URL(server.url).port });
      expect((await check()).code).toBe(0);
      process.kill(pid, 'SIGTERM');
      await until(async () => (await check()).code === 1, 'the end of the server');
    });

    it('has stopped in order, as process 1, at the signal', async () => {
      await until(() => !existsSync(`/proc/${pid}`), 'the end of the process');
      expect(server.output()).toContain('"event":"server_stopping","signal":"SIGTERM"');
      expect(await server.stop()).toEqual({ code: 0, signal: null });
    });
  },
);

describeInstaller(home, () => place);
describeInstalledBundle({
  ...{ home, place: () => place, needs: 'root, unshare and overlayfs' },
  start: () => startStandIn(join(home, 'machine')).catch(() => null),
  wait: { ready: 120, broken: 4 },
  // Copying and removing a bundle takes long where other tests use the disk as well.
  timeout: 300_000,
});
