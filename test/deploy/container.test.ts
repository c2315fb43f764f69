import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDE } from '../examples/guide.ts';
import { freePort } from '../helpers/processes/free-port.ts';
import { until } from '../helpers/timing/until.ts';
import { dockerfile } from './dockerfile.ts';
import { platformOf } from './platform-of.ts';
import { npmVolumes, type Podman, provideBases, startPodman } from './podman.ts';
import { runs } from './programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCKERFILE = 'examples/deploy/docker/Dockerfile';
const IMAGE = 'localhost/footnote';
const ACCOUNT = { email: 'ada@example.com', password: 'correct horse battery' };
/** As in the compose file. */
const CONFINED = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--stop-timeout', '30'];
const TMPFS = ['--tmpfs', '/tmp:size=64m,mode=1777,noexec,nosuid,nodev'];
/** The names of this machine's platform and of the other, in Node's words and in those of containers. */
const NATIVE = process.arch === 'arm64' ? 'arm64' : 'amd64';
const OTHER = NATIVE === 'arm64' ? 'amd64' : 'arm64';
const targetOf = (arch: string) => `linux-${arch.replace('amd64', 'x64')}`;

// Builds two images in some minutes, so only among the long tests.
describe.skipIf(!process.env.FOOTNOTE_SOAK || !runs('podman', '--version'))(
  'the image, built and run by podman (npm run soak; needs podman, and mmdebstrap where no registry of images can be reached)',
  { timeout: 900_000 },
  () => {
    let podman: Podman;
    beforeAll(() => {
      podman = startPodman();
    });
    afterAll(() => podman.remove(), 300_000);

    /** Builds the image for a platform of containers, and unpacks what it holds into a folder of that name. */
    async function build(arch: string): Promise<string> {
      const bases = await provideBases(podman, arch, dockerfile.bases);
      // Without the word for its format, podman leaves the health check out. "chroot" also works where no container can be started.
      const how = ['--format', 'docker', '--isolation', 'chroot', '--layers=false', '--pull-never'];
      const what = ['--platform', `linux/${arch}`, '--tag', `${IMAGE}:${arch}`, '--file', join(ROOT, DOCKERFILE), ROOT];
      await podman.run('build', ...how, ...bases, ...(await npmVolumes(podman)), ...what);
      const folder = join(podman.home, arch);
      mkdirSync(folder);
      const container = await podman.run('create', '--platform', `linux/${arch}`, `${IMAGE}:${arch}`);
      const archive = join(podman.home, `${arch}.tar`);
      await podman.run('export', '--output', archive, container);
      await podman.run('rm', container);
      // Owners cannot be kept without root, and are listed by the archive itself.
      await promisify(execFile)('tar', ['-xf', archive, '-C', folder, '--no-same-owner', '--exclude=dev/*']);
      return folder;
    }

    describe(`for ${NATIVE}`, () => {
      /** The entries of its archive, with mode and owner. */
      let listing: string[];
      beforeAll(async () => {
        await build(NATIVE);
        const tar = ['--numeric-owner', '-tvf', join(podman.home, `${NATIVE}.tar`)];
        listing = (await promisify(execFile)('tar', tar, { maxBuffer: 2 ** 26 })).stdout.trim().split('\n');
      }, 900_000);

      it('is at most 250 MB, not compressed', async () => {
        const size = Number(await podman.run('image', 'inspect', '--format', '{{.Size}}', `${IMAGE}:${NATIVE}`));
        expect(size / 1e6).toBeGreaterThan(150);
        expect(size / 1e6).toBeLessThan(250);
      });

      it('says what it is, whose user it runs as, and how it is asked for its health', async () => {
        const [image] = JSON.parse(await podman.run('image', 'inspect', `${IMAGE}:${NATIVE}`));
        expect(image.Config).toMatchObject({
          User: '1000:1000',
          WorkingDir: '/data',
          Volumes: { '/data': {} },
          ExposedPorts: { '8787/tcp': {} },
          Entrypoint: ['/opt/footnote/footnote'],
          Cmd: ['start'],
          Labels: { 'org.opencontainers.image.title': 'Footnote', 'org.opencontainers.image.licenses': 'MIT' },
        });
        expect(image.Healthcheck.Test).toEqual(['CMD', ...dockerfile.healthcheck]);
        expect(image.Architecture).toBe(NATIVE);
      });

      it('holds no shell, nothing that gives its user more rights, and nothing that its user may change but the data', () => {
        expect(listing.length).toBeGreaterThan(1_000);
        expect(
          listing.filter((line) => /\/(?:ba|da|a|z|k)?sh(?: ->.*)?$|\/(?:busybox|apt|dpkg|su)$/.test(line)),
        ).toEqual([]);
        expect(listing.filter((line) => /^\S{3}s|^\S{6}s/.test(line))).toEqual([]);
        const own = listing.filter((line) => /^\S+ (?:1000\/|\d+\/1000 )/.test(line));
        expect(own.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
          expect.stringMatching(/^drwx------ 1000\/1000 .* (?:\.\/)?data\/$/),
        ]);
        const writable = listing.filter(
          (line) =>
            /^[^l]\S{7}w/.test(line) && !/ (?:\.\/)?(?:(?:var\/)?tmp|var\/lock|run\/lock|dev\/.*)\/?$/.test(line),
        );
        expect(writable).toEqual([]);
      });

      describe('run as the compose file does', () => {
        let url: string;
        const start = async (port: number) => {
          url = `http://127.0.0.1:${port}`;
          const authorities = process.env.NODE_EXTRA_CA_CERTS ?? '';
          const trusted = authorities
            ? [
                '--volume',
                `${realpathSync(authorities)}:/authorities.crt:ro`,
                '--env',
                'NODE_EXTRA_CA_CERTS=/authorities.crt',
              ]
            : [];
          const env = ['--env', 'HOST=127.0.0.1', '--env', `PORT=${port}`];
          const where = ['--name', 'footnote', '--network', 'host', '--volume', 'data:/data'];
          await podman.run(
            'run',
            '--detach',
            ...where,
            ...CONFINED,
            ...TMPFS,
            ...trusted,
            ...env,
            `${IMAGE}:${NATIVE}`,
          );
          await until(async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true, 'health');
        };
        beforeAll(async () => start(await freePort()));
        afterAll(() => podman.run('rm', '--force', '--volumes', '--all'));

        const guest = () => new Footnote({ baseURL: `${url}/v1` });
        const inside = (...words: string[]) => podman.run('exec', 'footnote', ...words);
        const node = async (program: string) => JSON.parse(await inside('node', '-p', `JSON.stringify(${program})`));

        async function expectAnswer() {
          const { access_token } = await guest().auth.login(ACCOUNT);
          const owner = new Footnote({ baseURL: `${url}/v1`, accessToken: access_token });
          const [project] = (await owner.projects.list()).items;
          const { key } = await owner.projects.apiKeys.create(project?.id ?? '', { name: 'test' });
          const script = new Footnote({ baseURL: `${url}/v1`, apiKey: key });
          const { response, citations } = await script.chat.create(project?.id ?? '', { query: GUIDE.question });
          expect(response).toContain('four weeks');
          expect(citations).toMatchObject([{ title: 'The library' }]);
        }

        it('is process 1 of an ordinary user, without a privilege, and writes to its data only', async () => {
          const status = await node('require("node:fs").readFileSync("/proc/1/status", "utf8")');
          expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
          expect(status).toMatch(/^CapEff:\t0+$/m);
          expect(status).toMatch(/^CapBnd:\t0+$/m);
          expect(status).toMatch(/^NoNewPrivs:\t1$/m);
          const places = ['/', '/opt/footnote', '/usr/local/bin', '/etc', '/var', '/data'];
          const writable = `${JSON.stringify(places)}.filter((path) => {
            try { require("node:fs").accessSync(path, 2); return true; } catch { return false; }
          })`;
          expect(await node(writable)).toEqual(['/data']);
          expect(await node('require("node:fs").readlinkSync("/proc/1/exe")')).toBe('/opt/footnote/node/bin/node');
        });

        it('is healthy by its own check', async () => {
          await podman.run('healthcheck', 'run', 'footnote');
        });

        it('goes from nothing to a cited answer', async () => {
          const [, setup_token = ''] = /#setup=(\S+)/.exec(await inside('footnote', 'setup-link')) ?? [];
          await guest().auth.register({ ...ACCOUNT, name: 'Ada', setup_token });
          const { access_token } = await guest().auth.login(ACCOUNT);
          const owner = new Footnote({ baseURL: `${url}/v1`, accessToken: access_token });
          const { id } = await owner.projects.create({ name: 'Library' });
          const file = { file: new Blob([GUIDE.text]), name: 'guide.md', project_id: id };
          await owner.sources.waitUntilReady(await owner.sources.upload(file));
          await expectAnswer();
        });

        it('has the command of its operator, which is named as it is typed', async () => {
          const said = await inside('footnote', 'doctor');
          expect(said).toMatch(/^ok +data directory +\/data is writable/m);
          expect(await inside('footnote', 'help')).toMatch(/^Usage: docker exec \S+ footnote COMMAND$/m);
        });

        it('adds engines to its data, with an npm that needs no shell', async () => {
          await inside('footnote', 'engines', 'add', 'transformers');
          expect(await inside('footnote', 'engines', 'list')).toMatch(/transformers/);
          expect(await node('require("node:fs").readdirSync("/data/engines")')).not.toEqual([]);
        });

        it('ends in order at the signal, and its data outlives it', async () => {
          await podman.run('stop', 'footnote');
          expect(await podman.run('inspect', '--format', '{{.State.ExitCode}}', 'footnote')).toBe('0');
          expect(await podman.logs('footnote')).toContain('"event":"server_stopping","signal":"SIGTERM"');
          await podman.run('rm', 'footnote');
          await start(await freePort());
          await expectAnswer();
        });
      });
    });

    it(`for ${OTHER} holds the same, with binaries of that platform only`, async () => {
      const folder = await build(OTHER);
      const [image] = JSON.parse(await podman.run('image', 'inspect', `${IMAGE}:${OTHER}`));
      expect(image.Architecture).toBe(OTHER);
      expect(image.Size / 1e6).toBeLessThan(250);
      // Node's own way of listing follows links, and would find files twice.
      const list = promisify(execFile)('sh', ['-c', 'chmod -R u+rX . && find "$PWD" -type f'], {
        cwd: folder,
        maxBuffer: 2 ** 26,
      });
      const files = (await list).stdout.trim().split('\n');
      const binaries = files.filter((file) => readFileSync(file).subarray(0, 4).toString('latin1') === '\x7fELF');
      for (const needed of [/node\/bin\/node$/, /better-sqlite3/, /sqlite-vec/, /libc\.so\.6$/])
        expect(binaries.filter((file) => needed.test(file))).toHaveLength(1);
      expect(binaries.filter((file) => platformOf(readFileSync(file)) !== targetOf(OTHER))).toEqual([]);
      rmSync(folder, { recursive: true });
    });
  },
);
