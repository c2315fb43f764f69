import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../server/store/migrations/all.ts';
import { readSchemaVersion } from '../../server/store/sqlite/database/database-facts.ts';
import { GUIDE } from '../examples/guide.ts';
import { runExample } from '../helpers/processes/run-example.ts';
import { freePort, type Machine, startMachine } from './bundle-service.ts';
import { bundleVariant, calledItself, madeAs, withMigration } from './bundle-variants.ts';
import { runs } from './programs.ts';

const ACCOUNT = { email: 'ada@example.com', password: 'correct horse battery' };

/** What the installer does with an unpacked bundle. */
export function describeInstallation(home: string, place: () => string, version: string): void {
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

  // Copying and removing a bundle takes long where other tests use the disk as well.
  describe('an installed bundle', { timeout: 180_000 }, () => {
    let machine: Machine | null = null;
    let url: string;
    /** The folders of the machine, from outside. */
    const [opt, data] = [join(home, 'machine/opt/footnote'), join(home, 'machine/lib/footnote')];
    const variant = (name: string, ...edits: Parameters<typeof bundleVariant>[2][]) =>
      bundleVariant(place(), join(home, name), Object.assign({}, ...edits));

    beforeAll(async () => {
      machine = await startMachine(join(home, 'machine')).catch(() => null);
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      await machine?.run('sh', '-c', `echo PORT=${port} >/etc/footnote.env && chmod 600 /etc/footnote.env`);
    });
    afterAll(async () => {
      await machine?.run('systemctl', 'stop', 'footnote');
      await machine?.close();
    });

    /** For a test that needs the machine. */
    const here = (context: { skip(note?: string): never }): Machine =>
      machine ?? context.skip('needs root, unshare and overlayfs');
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
      const { run } = here(context);
      const { code, said } = await run(
        'sh',
        join(place(), 'install.sh'),
        '--yes',
        '--public-url',
        'https://chat.example.com/',
      );
      expect([code, said]).toEqual([0, expect.stringContaining(`Footnote ${version} runs as the service footnote.`)]);
      expect(said).toMatch(/Create the first account, .* at https:\/\/chat\.example\.com\/welcome#setup=\S{32}$/m);
      expect(await health()).toMatchObject({ version });
      const settings = await run('sh', '-c', 'stat -c %a:%U /etc/footnote.env && cat /etc/footnote.env');
      expect(settings.said).toMatch(
        /^600:root\nPORT=\d+\nREGISTRATION=closed\nPUBLIC_URL=https:\/\/chat\.example\.com\nTRUST_PROXY=1\n$/,
      );
      expect(statSync(data).mode & 0o777).toBe(0o700);

      const { said: unit } = await run('cat', '/etc/systemd/system/footnote.service');
      expect(unit).toMatch(/^User=footnote$/m);
      expect(unit).toMatch(/^ExecStart=\/opt\/footnote\/footnote start$/m);
      expect(unit).not.toMatch(/DynamicUser|chat\.example\.com/);
      if (runs('systemd-analyze', '--version')) {
        const verified = await run('systemd-analyze', 'verify', '--man=no', '/etc/systemd/system/footnote.service');
        expect(verified).toEqual({ code: 0, said: '' });
      }

      const pid = (await run('cat', '/run/stand-in/pid')).said;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const uid = (await run('id', '-u', 'footnote')).said.trim();
      expect(uid).not.toBe('0');
      expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'));
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      // As the service sees it.
      const writable = (path: string) =>
        runs(
          'nsenter',
          `--target=${pid}`,
          '--mount',
          'setpriv',
          `--reuid=${uid}`,
          `--regid=${uid}`,
          '--clear-groups',
          'test',
          '-w',
          path,
        );
      const places = ['/var/lib/footnote', '/opt/footnote', '/etc', '/var/lib', '/root', '/dev/sda'];
      expect(places.filter(writable)).toEqual(['/var/lib/footnote']);

      await expect(guest().auth.register({ ...ACCOUNT, name: 'Eve' })).rejects.toThrow('setup link');
      const [, setup_token = ''] = /#setup=(\S+)/.exec((await run('/opt/footnote/footnote', 'setup-link')).said) ?? [];
      await guest().auth.register({ ...ACCOUNT, name: 'Ada', setup_token });
      await expect(guest().auth.register({ ...ACCOUNT, email: 'eve@example.com', name: 'Eve' })).rejects.toThrow();
      const account = await owner();
      const { id } = await account.projects.create({ name: 'Library' });
      const file = { file: new Blob([GUIDE.text]), name: 'guide.md', project_id: id };
      await account.sources.waitUntilReady(await account.sources.upload(file));
      await expectAnswer();
    });

    it('has a command for its operator, which works on its data as its user', async (context) => {
      const { run } = here(context);
      const { said } = await run('/opt/footnote/footnote', 'doctor');
      expect(said).toMatch(/^ok +data directory +\/var\/lib\/footnote is writable/m);
      expect(said).toContain('/opt/footnote/footnote backup FILE');
    });

    it('is upgraded to a version with another schema: backup, migration, health', async (context) => {
      const { run } = here(context);
      const later = variant('later', calledItself('8.0.0'), madeAs('8.0.0'), withMigration);
      const { code, said } = await run('sh', join(later, 'install.sh'), 'upgrade', '--yes');
      expect([code, said]).toEqual([0, expect.stringContaining('Footnote 8.0.0 is in place.')]);
      expect(said).toContain(`  ${migrations.length + 1}: what was planted`);
      expect(said).toContain('/var/lib/footnote/backups/before-8.0.0.fnb');
      expect(await health()).toMatchObject({ version: '8.0.0' });
      await expectAnswer();
      expect(readdirSync(join(opt, 'releases')).sort()).toEqual([version, '8.0.0'].sort());
    });

    it('goes back, with the data of before where the old version cannot read the new', async (context) => {
      const { run } = here(context);
      await (await owner()).projects.create({ name: 'Made after the upgrade' });
      const { code, said } = await run('sh', '/opt/footnote/current/install.sh', 'rollback', '--yes');
      expect([code, said]).toEqual([0, expect.stringContaining(`Footnote ${version} is back.`)]);
      expect(await health()).toMatchObject({ version });
      expect(readSchemaVersion(join(data, 'footnote.db'))).toBe(migrations.length);
      const { items } = await (await owner()).projects.list();
      expect(items.map(({ name }) => name)).toEqual(['Library']);
      await expectAnswer();
    });

    // Copies another two bundles, so only among the long tests.
    it.skipIf(!process.env.FOOTNOTE_SOAK)(
      'goes back by itself from a version that does not become ready',
      async (context) => {
        const { run } = here(context);
        // Its server runs and has migrated the data, but does not say that it is the version of the bundle.
        const broken = variant('broken', calledItself('8.9.9'), madeAs('9.0.0'), withMigration);
        const { code, said } = await run('sh', join(broken, 'install.sh'), 'upgrade', '--yes', '--wait', '4');
        expect([code, said]).toEqual([
          1,
          expect.stringContaining(`Footnote 9.0.0 did not become ready within 4 seconds, so ${version} is back.`),
        ]);
        expect(await health()).toMatchObject({ version });
        expect(readSchemaVersion(join(data, 'footnote.db'))).toBe(migrations.length);
        await expectAnswer();
      },
    );

    it('is removed without its data', async (context) => {
      const { run } = here(context);
      const { code, said } = await run('sh', '/opt/footnote/current/install.sh', 'uninstall', '--yes');
      expect([code, said]).toEqual([0, expect.stringContaining('What it stored is in /var/lib/footnote')]);
      await expect(health()).rejects.toThrow();
      expect(existsSync(opt)).toBe(false);
      expect(existsSync(join(data, 'footnote.db'))).toBe(true);
      expect((await run('cat', '/etc/systemd/system/footnote.service')).code).not.toBe(0);
    });
  });
}
