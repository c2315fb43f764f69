import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Installation } from '../../../../server/platform/program/installation.ts';
import { type MaintenanceFacts, maintenanceOf } from '../../../../server/platform/program/maintenance.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-maintenance-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with what the installer of a bundle has written down. */
function installed(name: string, service: 'yes' | 'no'): string {
  const root = join(folder, name);
  mkdirSync(root);
  writeFileSync(join(root, 'install.conf'), `data='/var/lib/footnote'\nuser=''\nservice='${service}'\n`);
  return root;
}

const commands = (installation: Installation, facts: Partial<MaintenanceFacts> = {}) =>
  maintenanceOf({
    ...{ installation, host: '3f9a1c2b5d7e', dataDir: '/srv/data', shared: false, target: 'linux-x64', ...facts },
  });
const COMPOSE = 'docker compose -f examples/deploy/docker/compose.yaml';

describe('the commands that look after an installation', () => {
  it.each<[string, Installation, string[], Partial<MaintenanceFacts>?]>([
    ['of a clone', { form: 'clone', root: '/home/ada/footnote' }, ['npm start, after a stop', '4', '2', '4']],
    [
      'of a bundle that is a service',
      { form: 'bundle', root: installed('service', 'yes') },
      ['sudo systemctl restart footnote', '0', '2', '1'],
    ],
    [
      'of a bundle that was installed without root',
      { form: 'bundle', root: installed('own', 'no') },
      [`${join(folder, 'own/footnote')} start, after a stop`, '0', '2', '1'],
    ],
    [
      'of a bundle that was only unpacked',
      { form: 'bundle', root: '/home/ada/footnote-0.1.0' },
      ['DATA_DIR=/srv/data /home/ada/footnote-0.1.0/footnote start, after a stop', '2', '2', '2'],
    ],
    ['of a container', { form: 'container', root: '/opt/footnote' }, ['docker restart 3f9a1c2b5d7e', '4', '2', '5']],
    [
      'of a pod',
      { form: 'pod', root: '/opt/footnote' },
      ['kubectl delete pod footnote-7c9', '0', '2', '2'],
      { host: 'footnote-7c9', shared: true },
    ],
    [
      'of the package in a project',
      { form: 'project', root: '/home/ada/chat' },
      ['DATA_DIR=/srv/data npx footnote start, after a stop', '2', '3', '3'],
    ],
    [
      'of the package for the whole machine',
      { form: 'global', root: '/usr/lib' },
      ['DATA_DIR=/srv/data footnote start, after a stop', '2', '3', '3'],
    ],
  ])('restart, check, upgrade and roll back %s', (_what, installation, expected, facts) => {
    const { restart, check, upgrade, rollback } = commands(installation, facts);
    const said = `${restart.command}${restart.stopFirst ? ', after a stop' : ''}`;
    expect([said, ...[check, upgrade, rollback].map(({ length }) => String(length))]).toEqual(expected);
  });

  it('back up before an upgrade, and restore that backup on the way back', () => {
    const file = '/srv/data/before-upgrade.fnb --force';
    const { upgrade, rollback } = commands({ form: 'clone', root: '/home/ada/footnote' });
    expect(upgrade[0]).toBe(`DATA_DIR=/srv/data npx footnote backup ${file}`);
    expect(rollback).toContain(`DATA_DIR=/srv/data npx footnote restore ${file}`);
    const container = commands({ form: 'container', root: '/opt/footnote' });
    expect(container.upgrade[0]).toBe(`docker exec 3f9a1c2b5d7e footnote backup ${file}`);
    expect(container.rollback).toContain(`${COMPOSE} run --rm footnote restore ${file}`);
    const shared = commands({ form: 'clone', root: '/home/ada/footnote' }, { shared: true });
    expect([shared.upgrade[0], shared.rollback[2]]).toEqual([
      expect.stringMatching(/^pg_dump /),
      expect.stringMatching(/^pg_restore /),
    ]);
  });

  it('name the folder of an installation that is not in the usual place, and quote a path that needs it', () => {
    const { upgrade, rollback } = commands({ form: 'bundle', root: join(folder, 'service') });
    expect(upgrade[1]).toBe(`sudo ./footnote-VERSION-linux-x64/install.sh upgrade --prefix ${join(folder, 'service')}`);
    expect(rollback).toEqual([
      `sudo ${join(folder, 'service/current/install.sh')} rollback --prefix ${join(folder, 'service')}`,
    ]);
    const odd = commands({ form: 'clone', root: '/home/ada/footnote' }, { dataDir: "/srv/Ada's data" });
    expect(odd.check.at(-1)).toBe("DATA_DIR='/srv/Ada'\\''s data' npx footnote upgrade --check");
  });
});
