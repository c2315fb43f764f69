import { readFileSync } from 'node:fs';
import { runModelsCommand } from '../../../server/commands/models/models.ts';
import { readEnv } from '../../../server/config/env.ts';
import type { Model } from '../../../server/engines/catalogue/model-types.ts';

/**
 * `footnote models …` with a catalogue from a file, as tests do not have the real models. The first argument is the file, the
 * others are the command's. Run as a separate process.
 */
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
