import { readFileSync } from 'node:fs';
import type { Model } from '../../../server/engines/catalogue/model-types.ts';

/**
 * The built `footnote models …` with a catalogue from a file, as tests do not have the real models. The first argument is the file, the
 * others are the command's. Run as a separate process.
 */
const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../../server/dist/${path}.js`, import.meta.url).href);
const { runModelsCommand } =
  await built<typeof import('../../../server/commands/models/models.ts')>('commands/models/models');
const { readEnv } = await built<typeof import('../../../server/config/env.ts')>('config/env');
const [catalogueFile = '', ...words] = process.argv.slice(2);
const catalogue = JSON.parse(readFileSync(catalogueFile, 'utf8')) as Model[];
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('stopped.')));
const write = (text: string) => process.stdout.write(text);
try {
  const understood = await runModelsCommand(words, {
    env: readEnv(),
    catalogue,
    say: (line) => write(`${line}\n`),
    terminal: null,
    signal: stop.signal,
  });
  process.exitCode = understood ? 0 : 2;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
