import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTemporaryDirectory } from '../../../../server/store/postgres/temporary-directory.ts';

const HOUR = 3_600_000;

describe('the temporary directory of a replica', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'footnote-temporary-'));
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const left = () => readdirSync(join(dataDir, 'temporary'));

  it('is its own and for its user alone, beside those of others, and gone with it', () => {
    const [a, b] = [openTemporaryDirectory(dataDir), openTemporaryDirectory(dataDir)];
    expect(a.path).not.toBe(b.path);
    expect(statSync(a.path).mode & 0o777).toBe(0o700);
    writeFileSync(join(b.path, 'upload'), 'half of it');
    a.close();
    expect([existsSync(a.path), existsSync(join(b.path, 'upload'))]).toEqual([false, true]);
    b.close();
    expect(left()).toEqual([]);
  });

  it('of one that was killed is removed a day later, and that of one that lives is not', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let now = Date.now();
    const alive = openTemporaryDirectory(dataDir, () => now);
    const killed = openTemporaryDirectory(dataDir, () => now);
    now += 25 * HOUR;
    // What its process did each hour.
    await vi.advanceTimersByTimeAsync(HOUR);
    utimesSync(killed.path, 0, 0);
    const next = openTemporaryDirectory(dataDir, () => now);
    expect([existsSync(alive.path), existsSync(killed.path), existsSync(next.path)]).toEqual([true, false, true]);
    for (const one of [alive, killed, next]) one.close();
  });
});
