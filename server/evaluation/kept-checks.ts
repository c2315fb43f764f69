import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../platform/files/write-file-atomic.ts';
import { modelCheck } from '../presenters/model-server.ts';
import { type ExaminedModel, isSame } from './examined-model.ts';

const keptCheck = z.strictObject({
  /** Of the questions. */
  version: z.literal(1),
  model: z.string(),
  server: z.string().nullable(),
  checksum: z.string().nullable(),
  check: modelCheck,
});

/** What a model showed when it was examined. */
export type KeptCheck = z.infer<typeof keptCheck>;

/** The oldest ones are forgotten. */
const MAX_KEPT = 50;

/** A file and not a database row, like the choice of a model: a command writes it beside a running server. */
const pathIn = (dataDir: string) => join(dataDir, 'examined-models.json');

/** The latest last. Empty where the file is of another version or damaged: models are then examined once more. */
export async function readChecks(dataDir: string): Promise<KeptCheck[]> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '[]');
  try {
    return z.array(keptCheck).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The check of that file, or of that model on that server; null if there is none. */
export async function findCheck(dataDir: string, examined: ExaminedModel): Promise<KeptCheck['check'] | null> {
  return (await readChecks(dataDir)).find((kept) => isSame(kept, examined))?.check ?? null;
}

/** Keeps a check in place of an earlier one of the same model. */
export async function keepCheck(dataDir: string, examined: ExaminedModel, check: KeptCheck['check']): Promise<void> {
  const { model, server, checksum } = examined;
  const others = (await readChecks(dataDir)).filter((kept) => !isSame(kept, examined));
  const kept = [...others, { version: 1, model, server, checksum, check }].slice(-MAX_KEPT);
  await writeFileAtomic(pathIn(dataDir), `${JSON.stringify(kept)}\n`);
}
