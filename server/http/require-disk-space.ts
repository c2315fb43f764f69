import type { Middleware } from 'koa';
import { type DiskSpace, isDiskFull } from '../platform/files/disk-space.ts';
import type { RequestState } from './context.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what adds documents while the disk is nearly full, before their bytes are received. Everything else that writes gets
 * the space that is kept for it, except questions, which are answered without being stored. Notes what failed on a full disk.
 */
export const requireDiskSpace =
  (disk: DiskSpace): Middleware<RequestState> =>
  async (context, next) => {
    const limit = context.state.rule?.limit;
    if (limit === 'ingestion') await disk.assertRoom();
    else if (limit !== 'chat' && !READING.has(context.method)) await disk.beforeWrite();
    try {
      await next();
    } catch (error) {
      if (isDiskFull(error)) disk.noteFull();
      throw error;
    }
  };
