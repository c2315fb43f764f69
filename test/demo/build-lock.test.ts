import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whileNobodyBuilds } from '../../.build/build-lock.ts';
import { settle } from '../helpers/timing/until.ts';

describe('the lock of a build', () => {
  let folder: string;
  let lock: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'footnote-lock-'));
    lock = join(folder, 'lock');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('lets one build after the other', async () => {
    let running = 0;
    const build = async (name: string) => {
      running += 1;
      expect(running).toBe(1);
      await settle(20);
      running -= 1;
      return name;
    };
    const built = await Promise.all(
      ['one', 'other', 'third'].map((name) => whileNobodyBuilds(() => build(name), lock)),
    );
    expect(built).toEqual(['one', 'other', 'third']);
  });

  it('is released by a build that fails', async () => {
    await expect(whileNobodyBuilds(() => Promise.reject(new Error('no disk')), lock)).rejects.toThrow('no disk');
    expect(await whileNobodyBuilds(async () => 'built', lock)).toBe('built');
  });

  it('is taken from a process that has ended', async () => {
    mkdirSync(lock);
    // Linux and macOS give no process this number.
    writeFileSync(join(lock, 'pid'), '999999999');
    expect(await whileNobodyBuilds(async () => 'built', lock)).toBe('built');
  });
});
