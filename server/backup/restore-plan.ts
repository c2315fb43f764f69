import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../platform/files/write-file-atomic.ts';

const restorePlan = z.strictObject({
  /** What is restored at the next start; null for nothing. `by`: the account that has ordered it. */
  planned: z.strictObject({ name: z.string(), at: z.number(), by: z.string() }).nullable(),
  /** What came of the last one. */
  last: z
    .strictObject({
      name: z.string(),
      at: z.number(),
      /** Why it was not done; null if it was. */
      error: z.string().nullable(),
      /** The folder with the data from before. */
      aside: z.string().nullable(),
      /** API keys that are valid again. */
      keys: z.array(z.strictObject({ name: z.string(), prefix: z.string(), project: z.string() })),
    })
    .nullable(),
});

export type RestorePlan = z.infer<typeof restorePlan>;

const NO_PLAN: RestorePlan = { planned: null, last: null };
/** A file instead of a row: the database is what is replaced. */
const pathIn = (dataDir: string) => join(dataDir, 'restore-plan.json');

export async function storeRestorePlan(dataDir: string, plan: RestorePlan): Promise<void> {
  await writeFileAtomic(pathIn(dataDir), `${JSON.stringify(plan)}\n`);
}

/** Without a plan if there is none, or if the file cannot be read. */
export async function readRestorePlan(dataDir: string): Promise<RestorePlan> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => 'null');
  try {
    return restorePlan.catch(NO_PLAN).parse(JSON.parse(text));
  } catch {
    return NO_PLAN;
  }
}
