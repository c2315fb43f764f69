#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeEnv, type Env, EnvError, readEnv } from './env.ts';
import type { EvaluationOptions } from './evaluation/evaluate.ts';
import { createLog, inBatches, type Log } from './log.ts';

/** Beside the installed packages and not in the shared temporary directory: whoever can write there can run code here. */
const COMPILED = fileURLToPath(
  new URL('../node_modules/.cache/footnote', import.meta.resolve('@footnote/server/package.json')),
);

const USAGE = `Footnote: a chatbot for your documents that cites every claim.

  footnote start                         starts the server (also without a command)
  footnote users reset-password EMAIL    gives an account a new password; stop the server first
  footnote users make-operator EMAIL     lets an account look after the whole server; stop the server first
  footnote models list                   shows which models there are, and which are in use
  footnote models pull NAME              downloads one, or goes on where it stopped
  footnote models verify [NAME]          holds every byte of one, or of all, against what is pinned
  footnote models use NAME               chooses one from the next start on, or builtin, or extractive
  footnote eval FILE [--project ID] [--min-hit 0.8]
                                         asks the questions of a file whose answers you know, also while the server
                                         runs; ends with 1 where too few of the right passages are found
  footnote help                          shows this

Settings are environment variables:
${describeEnv()}
`;

const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

function logToStandardError(): Log {
  const { add, flush } = inBatches((text) => process.stderr.write(text));
  process.once('exit', flush);
  return createLog(add);
}

/** Runs until SIGTERM or SIGINT; a second signal does not wait any longer. */
async function start(env: Env): Promise<void> {
  // Code that was compiled before loads in half the time. Where the directory cannot be written, it only takes longer.
  enableCompileCache(COMPILED);
  const { createApp } = await import('./app.ts');
  const log = logToStandardError();
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

/** Says the new password once, to whoever sits at the machine. */
async function resetPassword(env: Env, email: string): Promise<void> {
  const reset = await import('./reset-password.ts');
  const password = await reset.resetPassword(env, logToStandardError(), email);
  if (password === null) throw new Error(`there is no account with the e-mail address ${email}.`);
  say(`The new password of ${email} is: ${password}\nEverybody who was logged in with this account is logged out.`);
}

async function makeOperator(env: Env, email: string): Promise<void> {
  const operator = await import('./make-operator.ts');
  const made = await operator.makeOperator(env, logToStandardError(), email);
  if (!made) throw new Error(`there is no account with the e-mail address ${email}.`);
  say(`${email} looks after this server now, beside whoever did before.`);
}

/** Says how the golden questions came out; ends with 1 below the gate. */
async function evaluateGolden(env: Env, words: string[]): Promise<void> {
  const options = goldenOptions(words);
  const { evaluate } = await import('./evaluation/evaluate.ts');
  const { text, passed } = await evaluate(env, logToStandardError(), options);
  say(text);
  if (!passed) process.exitCode = 1;
}

function goldenOptions(words: string[]): EvaluationOptions {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { project: { type: 'string' }, 'min-hit': { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('name one file of questions: footnote eval FILE');
  const minHit = values['min-hit'] === undefined ? null : Number(values['min-hit'] || Number.NaN);
  if (minHit !== null && !(minHit >= 0 && minHit <= 1)) throw new Error('--min-hit must be a number from 0 to 1.');
  return { file, project: values.project ?? null, minHit };
}

/** Ctrl-C keeps what has arrived. */
async function models(env: Env, words: string[]): Promise<void> {
  const { runModelsCommand } = await import('./models-command.ts');
  const { CATALOGUE } = await import('./engines/model-catalogue.ts');
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('stopped. The same command goes on where it stopped.')));
  const terminal = process.stdout.isTTY ? process.stdout : null;
  const understood = await runModelsCommand(words, { env, catalogue: CATALOGUE, say, terminal, signal: stop.signal });
  if (!understood) misunderstood();
}

/** Runs to its end, or ends the process with a sentence that begins with what could not be done. */
async function orSay(failed: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    complain(error instanceof EnvError ? error.message : `${failed}: ${sentence(error)}`);
    process.exit(1);
  }
}

const [command = 'start', ...rest] = process.argv.slice(2);
const [action, email] = rest;
if (command === 'help' || command === '--help') {
  say(USAGE);
} else if (command === 'start' && rest.length === 0) {
  await orSay('Footnote could not start', () => start(readEnv()));
} else if (command === 'users' && action === 'reset-password' && email !== undefined && rest.length === 2) {
  await orSay('The password was not changed', () => resetPassword(readEnv(), email));
} else if (command === 'users' && action === 'make-operator' && email !== undefined && rest.length === 2) {
  await orSay('Nothing was changed', () => makeOperator(readEnv(), email));
} else if (command === 'eval') {
  await orSay('The evaluation was not made', () => evaluateGolden(readEnv(), rest));
} else if (command === 'models') {
  await orSay('That could not be done', () => models(readEnv(), rest));
} else {
  misunderstood();
}

function misunderstood(): void {
  complain(USAGE);
  process.exitCode = 2;
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as Error & { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is taken. Set PORT to another one.`;
  // What is listed below a sentence is indented by two spaces; a library's stack of requirements is not.
  return /^.*(?:\n {2}\S.*)*/.exec(error.message)?.[0] || 'for an unknown reason.';
}
