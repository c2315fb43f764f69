import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { migrations } from '../../server/store/migrations/all.ts';
import { GUIDE } from '../examples/guide.ts';
import { freePort } from '../helpers/processes/free-port.ts';
import { runExample } from '../helpers/processes/run-example.ts';
import { untilWithin } from '../helpers/timing/until.ts';
import type { Machine } from './bundle-service.ts';
import { bundleVariant, calledItself, type Edits, madeAs, withMigration } from './bundle-variants.ts';
import { runs } from './programs.ts';

const LONG = Boolean(process.env.FOOTNOTE_SOAK);
const ACCOUNT = { email: 'ada@example.com', password: 'correct horse battery' };

/** What the installer refuses, and where it may run. */
export function describeInstaller(home: string, place: () => string): void {
  describe('the installer of the bundle', () => {
    const install = (bundle: string, words: string[], env: Record<string, string> = {}) =>
      runExample('sh', [join(bundle, 'install.sh'), ...words], env);

    it.skipIf(!runs('shellcheck', '--version'))('has no fault that shellcheck knows', () => {
      for (const name of ['install.sh', 'footnote']) execFileSync('shellcheck', [join(place(), name)]);
    });

    it('refuses a bundle of which a byte has changed', async () => {
      const damaged = bundleVariant(place(), join(home, 'damaged'), {});
      const file = join(damaged, 'widget/package.json');
      execFileSync('sh', [
        '-c',
        'chmod u+w "$1" && cp "$2" "$2.new" && mv -f "$2.new" "$2" && chmod u+w "$2" && echo >>"$2"',
        'sh',
        join(damaged, 'widget'),
        file,
      ]);
      const { code, stderr } = await install(damaged, [
        '--prefix',
        join(home, 'p'),
        '--data',
        join(home, 'd'),
        '--yes',
      ]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('This bundle is damaged')]);
      expect(existsSync(join(home, 'p'))).toBe(false);
    });

    it('refuses another platform, unknown words, and folders that a unit could not name', async () => {
      const bin = join(home, 'uname');
      mkdirSync(bin);
      writeFileSync(join(bin, 'uname'), '#!/bin/sh\n[ "$1" = -s ] && echo Plan9 || echo mips\n', { mode: 0o755 });
      const other = await install(place(), ['--prefix', '/p'], { PATH: `${bin}:${process.env.PATH}` });
      expect(other.stderr).toMatch(/^This bundle is for \S+, and this machine is Plan9 on mips\.$/m);
      expect((await install(place(), ['--prefx', '/p'])).stderr).toMatch(/^There is no option --prefx/);
      expect((await install(place(), ['--prefix', '/a b'])).stderr).toMatch(/^The folder '\/a b' has characters/);
      expect((await install(place(), ['rollback', '--prefix', join(home, 'p')])).stderr).toMatch(
        /^There is no installation/,
      );
    });
  });
}

/** Where a bundle is installed. */
export interface Place {
  /** For the bundles of other versions. */
  home: string;
  /** The folder of the unpacked bundle. */
  place(): string;
  /** Null where there can be none. The service is to listen on `port`, also as seen from here. */
  start(port: number, bundles: string[]): Promise<Machine | null>;
  /** What it needs, for those who read that the tests were skipped. */
  needs: string;
  /** The seconds within which a server is ready, and after which one that is not is given up. */
  wait: { ready: number; broken: number };
  timeout: number;
  /** Further tests of the running service. */
  also?(machine: (context: TestContext) => Machine, health: () => Promise<unknown>): void;
}

/** From the installation to the removal. */
export function describeInstalledBundle({ home, place, start, needs, wait, timeout, also }: Place): void {
  describe('an installed bundle', { timeout }, () => {
    let machine: Machine | null = null;
    let url: string;
    const { version } = JSON.parse(readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8'));
    const variant = (name: string, ...edits: Edits[]) =>
      bundleVariant(place(), join(home, name), Object.assign({}, ...edits));
    const later = () => join(home, 'later');
    // Its server runs and has migrated the data, but does not say that it is the version of the bundle.
    const broken = () => join(home, 'broken');

    beforeAll(async () => {
      variant('later', calledItself('8.0.0'), madeAs('8.0.0'), withMigration(place()));
      if (LONG) variant('broken', calledItself('8.9.9'), madeAs('9.0.0'), withMigration(place()));
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      machine = await start(port, [place(), later(), ...(LONG ? [broken()] : [])]);
      await machine?.run('sh', '-c', `echo PORT=${port} >/etc/footnote.env && chmod 600 /etc/footnote.env`);
    }, timeout);
    afterAll(async () => {
      await machine?.run('systemctl', 'stop', 'footnote');
      await machine?.close();
    });

    const here = (context: TestContext): Machine => machine ?? context.skip(`needs ${needs}`);
    /** Runs the installer of a bundle. */
    const install = ({ run, placeOf }: Machine, bundle: string, ...words: string[]) =>
      run('sh', `${placeOf(bundle)}/install.sh`, ...words, '--yes');
    const installed = ({ run }: Machine, ...words: string[]) =>
      run('sh', '/opt/footnote/current/install.sh', ...words, '--yes');
    const waiting = ['--wait', String(wait.ready)];
    const schema = async ({ run }: Machine) =>
      Number(/^ok +schema +Version (\d+)\.$/m.exec((await run('/opt/footnote/footnote', 'doctor')).said)?.[1]);
    const health = async () => (await fetch(`${url}/health`)).json() as Promise<{ version: string }>;
    const guest = () => new Footnote({ baseURL: `${url}/v1` });
    async function owner(): Promise<Footnote> {
      const { access_token } = await guest().auth.login(ACCOUNT);
      return new Footnote({ baseURL: `${url}/v1`, accessToken: access_token });
    }
    async function expectAnswer() {
      const account = await owner();
      const [project] = (await account.projects.list()).items.filter(({ name }) => name === 'Library');
      const { key } = await account.projects.apiKeys.create(project?.id ?? '', { name: 'test' });
      const { response, citations } = await new Footnote({ baseURL: `${url}/v1`, apiKey: key }).chat.create(
        project?.id ?? '',
        {
          query: GUIDE.question,
        },
      );
      expect(response).toContain('four weeks');
      expect(citations).toMatchObject([{ title: 'The library' }]);
    }

    it('runs as a service of its own user, under the hardened unit, and answers', async (context) => {
      const machine = here(context);
      const { run } = machine;
      const words = ['--public-url', 'https://chat.example.com/', ...waiting];
      const { code, said } = await install(machine, place(), ...words);
      expect([code, said]).toEqual([0, expect.stringContaining(`Footnote ${version} runs as the service footnote.`)]);
      expect(said).toMatch(/Create the first account, .* at https:\/\/chat\.example\.com\/welcome#setup=\S{32}$/m);
      expect(await health()).toMatchObject({ version });
      const settings = await run('sh', '-c', 'stat -c %a:%U /etc/footnote.env && cat /etc/footnote.env');
      expect(settings.said).toMatch(
        /^600:root\nPORT=\d+\nREGISTRATION=closed\nPUBLIC_URL=https:\/\/chat\.example\.com\nTRUST_PROXY=1\n$/,
      );
      expect((await run('stat', '-c', '%a', '/var/lib/footnote')).said).toBe('700\n');

      const { said: unit } = await run('cat', '/etc/systemd/system/footnote.service');
      expect(unit).toMatch(/^User=footnote$/m);
      expect(unit).toMatch(/^ExecStart=\/opt\/footnote\/footnote start$/m);
      expect(unit).toMatch(/^Environment=.* SUPERVISED=1$/m);
      expect(unit).not.toMatch(/DynamicUser|chat\.example\.com/);
      if ((await run('sh', '-c', 'command -v systemd-analyze')).code === 0) {
        const verified = await run('systemd-analyze', 'verify', '--man=no', '/etc/systemd/system/footnote.service');
        expect(verified).toEqual({ code: 0, said: '' });
      }

      const pid = (await run('systemctl', 'show', '--property', 'MainPID', '--value', 'footnote')).said.trim();
      const status = (await run('cat', `/proc/${pid}/status`)).said;
      const uid = (await run('id', '-u', 'footnote')).said.trim();
      expect(uid).not.toBe('0');
      expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'));
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      // As the service sees it.
      const places = ['/var/lib/footnote', '/opt/footnote', '/etc', '/var/lib', '/root', '/dev/sda', '/dev/vda'];
      const asService = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
      const writable = `for each in ${places.join(' ')}; do [ ! -w "$each" ] || echo "$each"; done`;
      const found = await run('nsenter', `--target=${pid}`, '--mount', ...asService, 'sh', '-c', writable);
      expect(found).toEqual({ code: 0, said: '/var/lib/footnote\n' });

      await expect(guest().auth.register({ ...ACCOUNT, name: 'Eve' })).rejects.toThrow('setup link');
      const [, setup_token = ''] = /#setup=(\S+)/.exec((await run('/opt/footnote/footnote', 'setup-link')).said) ?? [];
      await guest().auth.register({ ...ACCOUNT, name: 'Ada', setup_token });
      await expect(guest().auth.register({ ...ACCOUNT, email: 'eve@example.com', name: 'Eve' })).rejects.toThrow();
      const account = await owner();
      const { id } = await account.projects.create({ name: 'Library' });
      const file = { file: new Blob([GUIDE.text]), name: 'guide.md', project_id: id };
      await account.sources.waitUntilReady(await account.sources.upload(file), { timeout: wait.ready * 1000 });
      await expectAnswer();
    });

    it('has a command for its operator, which works on its data as its user', async (context) => {
      const { run } = here(context);
      const { said } = await run('/opt/footnote/footnote', 'doctor');
      expect(said).toMatch(/^ok +data directory +\/var\/lib\/footnote is writable/m);
      expect(said).toContain('/opt/footnote/footnote backup FILE');
    });

    it('is started again by its unit after a restart that its operator asks for, and answers', async (context) => {
      here(context);
      const { server } = await owner();
      const { started_at: former } = await server.restart();
      const isBack = async () => (await server.retrieve()).started_at !== former;
      await untilWithin(wait.ready * 1000, () => isBack().catch(() => false), 'the server is back');
      await expectAnswer();
    });

    also?.(here, health);

    it('is upgraded to a version with another schema: backup, migration, health', async (context) => {
      const machine = here(context);
      const { code, said } = await install(machine, later(), 'upgrade', ...waiting);
      expect([code, said]).toEqual([0, expect.stringContaining('Footnote 8.0.0 is in place.')]);
      expect(said).toContain(`  ${migrations.length + 1}: what was planted`);
      expect(said).toContain('/var/lib/footnote/backups/before-8.0.0.fnb');
      expect(await health()).toMatchObject({ version: '8.0.0' });
      await expectAnswer();
      const { said: releases } = await machine.run('ls', '/opt/footnote/releases');
      expect(releases.trim().split('\n').sort()).toEqual([version, '8.0.0'].sort());
    });

    it('goes back, with the data of before where the old version cannot read the new', async (context) => {
      const machine = here(context);
      await (await owner()).projects.create({ name: 'Made after the upgrade' });
      const { code, said } = await installed(machine, 'rollback', ...waiting);
      expect([code, said]).toEqual([0, expect.stringContaining(`Footnote ${version} is back.`)]);
      expect(await health()).toMatchObject({ version });
      expect(await schema(machine)).toBe(migrations.length);
      const { items } = await (await owner()).projects.list();
      expect(items.map(({ name }) => name)).toEqual(['Library']);
      await expectAnswer();
    });

    // Copies another two bundles, so only among the long tests.
    it.skipIf(!LONG)('goes back by itself from a version that does not become ready', async (context) => {
      const machine = here(context);
      const { code, said } = await install(machine, broken(), 'upgrade', '--wait', String(wait.broken));
      expect([code, said]).toEqual([
        1,
        expect.stringContaining(
          `Footnote 9.0.0 did not become ready within ${wait.broken} seconds, so ${version} is back.`,
        ),
      ]);
      expect(await health()).toMatchObject({ version });
      expect(await schema(machine)).toBe(migrations.length);
      await expectAnswer();
    });

    it('is removed without its data', async (context) => {
      const machine = here(context);
      const { code, said } = await installed(machine, 'uninstall');
      expect([code, said]).toEqual([0, expect.stringContaining('What it stored is in /var/lib/footnote')]);
      await expect(health()).rejects.toThrow();
      const isThere = async (path: string) => (await machine.run('test', '-e', path)).code === 0;
      expect(await isThere('/opt/footnote')).toBe(false);
      expect(await isThere('/var/lib/footnote/footnote.db')).toBe(true);
      expect(await isThere('/etc/systemd/system/footnote.service')).toBe(false);
    });
  });
}
