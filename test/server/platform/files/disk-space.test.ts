import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDiskSpace, measureDisk, minimumFree, unmeasured } from '../../../../server/platform/files/disk-space.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-disk-'));
const reserve = join(folder, 'reserve');
afterAll(() => rmSync(folder, { recursive: true }));

/** A disk of 100 GB whose free space a test sets; each look comes after the last measurement has expired. */
function diskOf(minimum: number | null) {
  const usage = { free: 50e9, total: 100e9 };
  let at = 0;
  const now = () => {
    at += 10_000;
    return at;
  };
  return { usage, disk: createDiskSpace({ folder, minimum, measure: async () => ({ ...usage }), now }) };
}

describe('the space of the disk', () => {
  it.each([
    [10e9, null, 500e6],
    [1e12, null, 1e9],
    [1e12, 5e9, 5e9],
    [1e12, 0, 0],
    [64e6, null, 16 * 1024 * 1024],
    [64e6, 1e6, 16 * 1024 * 1024],
  ])('of a disk of %d bytes, with %s set, keeps %d free', (total, chosen, kept) => {
    expect(minimumFree(total, chosen)).toBe(kept);
  });

  it('has room until less than the minimum is free, and again when there is more', async () => {
    const { usage, disk } = diskOf(null);
    await disk.assertRoom();
    usage.free = 999_999_999;
    expect(await disk.hasRoom()).toBe(false);
    await expect(disk.assertRoom()).rejects.toMatchObject({ status: 500, code: 'storage_full' });
    usage.free = 1e9;
    expect(await disk.hasRoom()).toBe(true);
  });

  it('is low while less than the minimum is free, and for a minute after a write that failed on a full disk', async () => {
    let at = 0;
    const usage = { free: 50e9, total: 100e9 };
    const disk = createDiskSpace({ folder, minimum: null, measure: async () => ({ ...usage }), now: () => at });
    const states = async (...times: number[]) => {
      const found: string[] = [];
      for (at of times) found.push(await disk.state());
      return found;
    };
    expect(await states(0)).toEqual(['ok']);
    disk.noteFull();
    expect(await states(1, 59_999, 60_000)).toEqual(['low', 'low', 'ok']);
    usage.free = 0;
    expect(await states(70_000)).toEqual(['low']);
    // The measurement says so already, and says when it is over.
    disk.noteFull();
    usage.free = 50e9;
    expect(await states(80_000)).toEqual(['ok']);
  });

  it('has room where it cannot be measured, until a write fails', async () => {
    const { usage, disk } = diskOf(null);
    usage.free = 0;
    const elsewhere = unmeasured(disk);
    expect(await elsewhere.hasRoom()).toBe(true);
    await elsewhere.assertNotFull();
  });

  it('is full when no more than the file’s size is left, which is kept for what must be written', async () => {
    const { usage, disk } = diskOf(null);
    usage.free = 8 * 1024 * 1024;
    await disk.assertNotFull();
    usage.free -= 1;
    await expect(disk.assertNotFull()).rejects.toMatchObject({ code: 'storage_full' });
  });

  it('counts what has begun to be written until it is measured again', async () => {
    let at = 0;
    const measure = async () => ({ free: 1e9 + 100, total: 1e12 });
    const disk = createDiskSpace({ folder, minimum: null, measure, now: () => at });
    expect(disk.fits(1e12)).toBe(true); // Not measured yet.
    await disk.assertRoom();
    expect([disk.fits(60), disk.fits(40), disk.fits(1)]).toEqual([true, true, false]);
    await expect(disk.assertRoom()).rejects.toMatchObject({ code: 'storage_full' });
    at += 1_000;
    await disk.assertRoom();
    expect(disk.fits(100)).toBe(true);
  });

  it('fits anything without a minimum', async () => {
    const disk = createDiskSpace({ folder, minimum: 0, measure: async () => ({ free: 0, total: 1e12 }) });
    await disk.assertRoom();
    expect(disk.fits(1)).toBe(true);
  });

  it('has room where the system does not say', async () => {
    const measure = () => Promise.reject(new Error('ENOSYS'));
    expect(await createDiskSpace({ folder, minimum: null, measure }).hasRoom()).toBe(true);
  });

  it('holds a file that is deleted only when the disk is full, and made again when there is room', async () => {
    const { usage, disk } = diskOf(null);
    rmSync(reserve, { force: true });
    usage.free = 500e6;
    await disk.beforeWrite();
    expect(existsSync(reserve)).toBe(false);
    usage.free = 50e9;
    await disk.beforeWrite();
    expect(statSync(reserve)).toMatchObject({ size: 8 * 1024 * 1024 });
    usage.free = 500e6;
    await disk.beforeWrite();
    expect(existsSync(reserve)).toBe(true);
    usage.free = 0;
    await expect(disk.assertRoom()).rejects.toMatchObject({ code: 'storage_full' });
    expect(existsSync(reserve)).toBe(true);
    await disk.beforeWrite();
    expect(existsSync(reserve)).toBe(false);
    usage.free = 50e9;
    await disk.beforeWrite();
    expect(existsSync(reserve)).toBe(true);
  });

  it('is measured again at once if the folder was not there, as at the first start', async () => {
    const later = join(folder, 'later');
    const measure = async () => {
      statSync(later);
      return { free: 50e9, total: 100e9 };
    };
    const disk = createDiskSpace({ folder: later, minimum: null, measure, now: () => 0 });
    await disk.beforeWrite();
    mkdirSync(later);
    await disk.beforeWrite();
    expect(existsSync(join(later, 'reserve'))).toBe(true);
  });

  it('is that of the folder', async () => {
    const { free, total } = await measureDisk(folder);
    expect(free).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(free);
  });
});
