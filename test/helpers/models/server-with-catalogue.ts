import { readFileSync } from 'node:fs';

/**
 * The built server with a catalogue from a file, as tests do not have the real models. The argument is the file. Run as a
 * separate process.
 */
const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../../server/dist/${path}.js`, import.meta.url).href);
const { createApp } = await built<typeof import('../../../server/app.ts')>('app');
const { readEnv } = await built<typeof import('../../../server/config/env.ts')>('config/env');
const { createLog } = await built<typeof import('../../../server/platform/log.ts')>('platform/log');
const log = createLog((line) => process.stderr.write(line));
const app = await createApp(readEnv(), log, JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
const { url, setupLink } = await app.listen();
process.stdout.write(`${url}\n${setupLink ?? ''}\n`);
