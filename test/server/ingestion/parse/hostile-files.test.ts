import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceFailure } from '../../../../server/ingestion/failures.ts';
import { createParserPool } from '../../../../server/ingestion/parse/parser-pool.ts';
import { HOSTILE_FILES } from '../../../helpers/input/hostile-files.ts';

describe('files made to crash a parser', () => {
  // What takes longer ends with a reason, and what cannot be ended hangs until the test's own limit.
  const pool = createParserPool({ heap: 256, resident: 500, time: 4_000 });
  const quiet = { accountId: 'usr_1', signal: new AbortController().signal, onProgress: () => undefined };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  });
  afterAll(async () => {
    pool.close();
    await rm(folder, { recursive: true });
  });

  it.each(HOSTILE_FILES)('%s ends in a document or a reason', async (_what, format, make) => {
    const path = join(folder, crypto.randomUUID());
    await writeFile(path, make());
    const outcome = await pool
      .prepareDocument({ path, format, fileName: `a.${format}` }, quiet)
      .catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(SourceFailure);
      expect(outcome).not.toHaveProperty('code', 'internal_error');
    }
  });

  it('leave a pool that reads the next file', async () => {
    const next = join(folder, 'next');
    await writeFile(next, 'Still here.');
    const { document } = await pool.prepareDocument({ path: next, format: 'text', fileName: 'next.txt' }, quiet);
    expect(document.text).toBe('Still here.');
  });
});
