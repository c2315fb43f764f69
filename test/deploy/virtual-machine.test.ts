import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../.build/bundle.ts';
import { MODEL_CATALOGUE } from '../../server/engines/catalogue/model-catalogue.ts';
import { until, untilWithin } from '../helpers/timing/until.ts';
import { describeInstalledBundle } from './bundle-installation.ts';
import { runs } from './programs.ts';
import { startVirtualMachine, type VirtualMachine } from './virtual-machine.ts';

const PROGRAMS = ['qemu-system-x86_64', 'mmdebstrap'];
const isPossible =
  process.arch === 'x64' && process.getuid?.() === 0 && PROGRAMS.every((program) => runs(program, '--version'));
/** As in systemd.test.ts. */
const EXPOSURE_LIMIT = 20;
const MINUTE = 60_000;

// Every processor cycle of the machine is emulated: a server that is ready in one second here needs one minute there.
describe.skipIf(!process.env.FOOTNOTE_SOAK || !isPossible)(
  'a virtual machine with Debian and systemd (npm run soak; needs root, qemu-system-x86 and mmdebstrap)',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'footnote-machine-'));
    let place: string;
    let machine: VirtualMachine;
    beforeAll(async () => {
      chmodSync(home, 0o755);
      const output = join(home, 'footnote.tar.gz');
      const chosen = { models: [], engines: [], modelsDir: home, enginesDir: home, catalogue: MODEL_CATALOGUE };
      await bundle({ ...chosen, output, level: 1, say: () => undefined });
      execFileSync('tar', ['-xzf', output, '-C', home, '--no-same-owner']);
      place = join(
        home,
        readdirSync(home).find((name) => /^footnote-\d[^/]*(?<!\.gz|\.json)$/.test(name)) ?? 'missing',
      );
    }, 5 * MINUTE);
    afterAll(() => rmSync(home, { recursive: true }));

    describeInstalledBundle({
      ...{ home, place: () => place, needs: 'a virtual machine' },
      async start(port, bundles) {
        machine = await startVirtualMachine(join(home, 'machine'), port, bundles);
        return machine;
      },
      wait: { ready: 600, broken: 240 },
      timeout: 30 * MINUTE,
      also(_, health) {
        const show = async (property: string, unit = 'footnote') =>
          (await machine.run('systemctl', 'show', '--property', property, '--value', unit)).said.trim();
        const isHealthy = () =>
          health().then(
            () => true,
            () => false,
          );

        it('is confined by systemd: filtered system calls, a namespace for its user, nothing that is left open', async () => {
          const pid = await show('MainPID');
          expect((await machine.run('cat', `/proc/${pid}/status`)).said).toMatch(/^Seccomp:\t2$/m);
          const { said: users } = await machine.run('cat', `/proc/${pid}/uid_map`);
          // Root and its own: nobody else exists there.
          expect(users.trim().split('\n')).toHaveLength(2);
          const words = ['security', `--threshold=${EXPOSURE_LIMIT}`, '--no-pager', 'footnote'];
          const { code, said } = await machine.run('systemd-analyze', ...words);
          expect(code, said).toBe(0);
        });

        it('reads documents in processes that see no other file, also under systemd', async () => {
          expect((await machine.run('/opt/footnote/footnote', 'doctor')).said).toMatch(
            /^ok +parsers +They read documents without access to other files/m,
          );
        });

        it('is started again when it is killed', async () => {
          const before = Number(await show('NRestarts'));
          await machine.run('systemctl', 'kill', '--signal=KILL', 'footnote');
          await until(async () => Number(await show('NRestarts')) === before + 1, 'the restart');
          await untilWithin(10 * MINUTE, isHealthy, 'health');
        });

        it('is backed up by the unit of the nightly timer, beside the running server', async () => {
          expect(await machine.run('systemctl', 'start', 'footnote-backup')).toEqual({ code: 0, said: '' });
          const { said } = await machine.run('stat', '-c', '%U:%a %n', '-L', '/var/cache/footnote-backups/');
          expect(said).toBe('footnote:700 /var/cache/footnote-backups/\n');
          const { said: files } = await machine.run('ls', '/var/cache/footnote-backups');
          expect(files).toMatch(/^footnote-\w{3}\.fnb\n$/);
          const enabled = await machine.run('systemctl', 'enable', '--now', '--quiet', 'footnote-backup.timer');
          expect(enabled).toEqual({ code: 0, said: '' });
          expect(await show('ActiveState', 'footnote-backup.timer')).toBe('active');
        });

        it('is there again when the machine has been started anew, in order', async () => {
          await machine.reboot();
          await untilWithin(10 * MINUTE, isHealthy, 'health');
          const { said } = await machine.run(
            'journalctl',
            '--unit=footnote',
            '--boot=-1',
            '--output=cat',
            '--no-pager',
          );
          expect(said).toContain('"event":"server_stopping","signal":"SIGTERM"');
          expect(said).toContain('footnote.service: Deactivated successfully.');
        });
      },
    });
  },
);
