import type { Env } from '../../config/env.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { checkReader } from '../../diagnosis/reader.ts';
import { chooseReader } from '../../engines/selection/create-engines.ts';
import { createLog } from '../../platform/log.ts';

/** Has the reader read a question, as the server would. */
export async function tryReader(env: Env, signal: AbortSignal): Promise<Finding> {
  const reader = await chooseReader(
    env,
    createLog(() => undefined),
  );
  if (reader === null) return checkReader(null);
  try {
    const ready = await reader.embed('Does it work?', signal).then(
      () => true,
      () => false,
    );
    signal.throwIfAborted();
    return checkReader({ ready, notice: reader.notice() });
  } finally {
    await reader.close();
  }
}
