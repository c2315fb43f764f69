import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { envDefaults } from '../../server/config/env-variables.ts';
import { DRAIN } from '../../server/http/listen.ts';
import { runs } from './programs.ts';

const unit = readFileSync(new URL('../../examples/deploy/systemd/footnote.service', import.meta.url), 'utf8');
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

/** What systemd-analyze calls well protected begins here; each unit gets from 0 (closed) to 100 (open). */
const EXPOSURE_LIMIT = 20;

const folder = mkdtempSync(join(tmpdir(), 'footnote-unit-'));
afterAll(() => rmSync(folder, { recursive: true }));

function analyze(text: string, ...words: string[]) {
  const file = join(folder, 'footnote.service');
  writeFileSync(join(folder, 'footnote'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(file, text.replace('/opt/footnote/footnote', join(folder, 'footnote')));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

describe('the unit for systemd', () => {
  it('sets only variables that there are, and NODE_ENV', () => {
    const set = setting('Environment')
      .split(' ')
      .map((pair) => pair.split('=')[0]);
    const known = [...Object.keys(envDefaults()), 'NODE_ENV'];
    expect(set.length).toBeGreaterThan(2);
    expect(set.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });

  it('starts the server again after a restart in the console, which it tells it that it does', () => {
    expect([setting('RestartForceExitStatus'), setting('SuccessExitStatus')]).toEqual(['75', '75']);
    expect(setting('Environment').split(' ')).toContain('SUPERVISED=1');
    // Of what ends with a fault it starts another as well.
    expect(setting('Restart')).toBe('on-failure');
  });

  it('waits for requests under way before it kills', () => {
    expect(Number(setting('TimeoutStopSec')) * 1000).toBeGreaterThanOrEqual(2 * DRAIN.total);
  });

  describe.skipIf(!runs('systemd-analyze', '--version'))('(needs systemd-analyze)', () => {
    const verify = ['verify', '--man=no'];
    it('has no word that systemd does not know', () => {
      expect(analyze(unit, ...verify)).toEqual({ status: 0, said: '' });
      expect(analyze(unit.replace('ProtectSystem=', 'ProtectSytem='), ...verify).said).toContain('ProtectSytem');
    });

    it('leaves the service as little as it can do with', () => {
      const security = ['security', '--offline=true', `--threshold=${EXPOSURE_LIMIT}`, '--no-pager'];
      const { status, said } = analyze(unit, ...security);
      expect(status, said).toBe(0);
      expect(analyze(unit.replace('CapabilityBoundingSet=\n', ''), ...security).status).not.toBe(0);
    });
  });
});

describe.skipIf(!runs('systemd-analyze', '--version'))('the nightly backup (needs systemd-analyze)', () => {
  it('is a unit and a timer that systemd knows', () => {
    for (const name of ['footnote-backup.service', 'footnote-backup.timer']) {
      const text = readFileSync(new URL(`../../examples/deploy/systemd/${name}`, import.meta.url), 'utf8');
      writeFileSync(join(folder, name), text);
    }
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', join(folder, 'footnote-backup.timer')],
      { encoding: 'utf8' },
    );
    expect([status, stdout + stderr]).toEqual([0, '']);
  });
});
