#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeEnv, type Env, EnvError, readEnv } from './env.ts';
import { createLog } from './log.ts';

/** Beside the installed packages and not in the shared temporary directory: whoever can write there can run code here. */
const COMPILED = fileURLToPath(
  new URL('../node_modules/.cache/footnote', import.meta.resolve('@footnote/server/package.json')),
);

const USAGE = `Footnote: a chatbot for your documents that cites every claim.

  footnote start    starts the server (also without a command)
  footnote help     shows this

Settings are environment variables:
${describeEnv()}
`;

const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

/** Runs until SIGTERM or SIGINT; a second signal does not wait any longer. */
async function start(env: Env): Promise<void> {
  // Code that was compiled before loads in half the time. Where the directory cannot be written, it only takes longer.
  enableCompileCache(COMPILED);
  const { createApp } = await import('./app.ts');
  const log = createLog((line) => process.stderr.write(line));
  const app = await createApp(env, log);
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info('stopping', { signal });
    app.close().then(
      () => process.exit(0),
      (error) => {
        log.error('stop-failed', { error });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const { url } = await app.listen();
  if (!stopping) say(`Footnote is listening on ${url} (data in ${resolve(env.dataDir)}). Stop it with Ctrl-C.`);
}

const [command = 'start', ...rest] = process.argv.slice(2);
if (command === 'help' || command === '--help') {
  say(USAGE);
} else if (command !== 'start' || rest.length > 0) {
  complain(USAGE);
  process.exitCode = 2;
} else {
  try {
    await start(readEnv());
  } catch (error) {
    complain(error instanceof EnvError ? error.message : `Footnote could not start: ${sentence(error)}`);
    process.exit(1);
  }
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as Error & { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is taken. Set PORT to another one.`;
  return error.message.split('\n')[0] ?? 'for an unknown reason.';
}
