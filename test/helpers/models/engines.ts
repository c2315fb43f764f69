import { describe, inject } from 'vitest';
import type { EngineName } from '../../../server/engines/packages/engine-packages.ts';

const { folder, door } = inject('engines');

/** The folder of the engines that all tests share. */
export const ENGINES_DIR = folder;

/** `describe` for tests that run these engines, which are added first. Skips them where that cannot be done. */
export async function describeWithEngines(...names: EngineName[]): Promise<typeof describe> {
  return (await hasEngines(...names)) ? describe : (describe.skip as typeof describe);
}

/** Adds these engines. False, with the reason on standard error, if one cannot be added: for example without a registry. */
export async function hasEngines(...names: EngineName[]): Promise<boolean> {
  const answers = await Promise.all(names.map((name) => fetch(`${door}/${name}`)));
  const refused = answers.find(({ ok }) => !ok);
  if (refused === undefined) return true;
  process.stderr.write(`Skipped, as an engine could not be added. ${await refused.text()}\n`);
  return false;
}
