import type { Middleware } from 'koa';
import type { DiskSpace } from '../platform/disk-space.ts';
import type { RequestState } from './context.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what adds documents while the disk is nearly full, before their bytes are received. Everything else that writes gets
 * the space that is kept for it.
 */
export const requireDiskSpace =
  (disk: DiskSpace): Middleware<RequestState> =>
  async (context, next) => {
    if (context.state.rule?.limit === 'ingestion') await disk.assertRoom();
    else if (!READING.has(context.method)) await disk.beforeWrite();
    await next();
  };
