import { readFileSync } from 'node:fs';
import { readEnv } from '../../../server/config/env.ts';
import { createLog } from '../../../server/platform/log.ts';

/**
 * The built server with a catalogue from a file, as tests do not have the real models. The argument is the file. Run as a
 * separate process.
 */
const BUILT = new URL('../../../server/dist/app.js', import.meta.url).href;
const { createApp } = (await import(BUILT)) as typeof import('../../../server/app.ts');
const log = createLog((line) => process.stderr.write(line));
const app = await createApp(readEnv(), log, JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
const { url, setupLink } = await app.listen();
process.stdout.write(`${url}\n${setupLink ?? ''}\n`);
