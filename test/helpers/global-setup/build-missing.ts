import { buildIfMissing } from '../../../.build/if-missing.ts';

/** Before all tests: those that start the real server, or open the widget, the console or the API reference in a browser, take what is built. */
export async function setup(): Promise<void> {
  await buildIfMissing('server');
  await buildIfMissing('widget');
  await buildIfMissing('console');
  await buildIfMissing('reference');
}
