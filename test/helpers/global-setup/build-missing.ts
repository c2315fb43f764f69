import { buildIfMissing } from '../../../.build/if-missing.ts';

/** Before all tests: those that start the real server, or open the widget or the console in a browser, take what is built. */
export async function setup(): Promise<void> {
  await buildIfMissing('server');
  await buildIfMissing('widget');
  await buildIfMissing('console');
}
