import { buildIfMissing } from '../../../.build/if-missing.ts';

/** Builds missing parts before all tests: tests that start the real server or open a page in a browser use the build. */
export async function setup(): Promise<void> {
  await buildIfMissing('server');
  await buildIfMissing('widget');
  await buildIfMissing('console');
  await buildIfMissing('reference');
}
