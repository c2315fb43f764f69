#!/usr/bin/env node
// Up to the check of its version, this runs on any Node since 16: an older one would stop at a name that it does not know,
// without a word about the reason. So what newer ones know is neither named here nor imported above.
import module from 'node:module';
import { join, resolve } from 'node:path';
import type { Run } from './commands/command.ts';
import type { CommandName } from './commands/usage.ts';
import type { Env } from './config/env.ts';
import { installation } from './platform/program/installation.ts';
import { complaintAboutNode } from './platform/program/node-version.ts';

const complaint = complaintAboutNode(process.versions.node, installation());
if (complaint !== null) {
  process.stderr.write(`${complaint}\n`);
  process.exit(1);
}

/** Beside the installed packages and not in the shared temporary directory: who can write there can run code here. */
const COMPILED = join(installation().root, 'node_modules/.cache/footnote');

// Compiled code that is kept loads in half the time; where the directory cannot be written, loading only takes longer. Modules
// that are imported above this line are compiled at each start, so that everything else is imported below.
module.enableCompileCache(COMPILED);
const { EnvError, readEnv } = await import('./config/env.ts');
const { createStandardErrorLog } = await import('./platform/log.ts');
const { commandUsage, isCommand, usage } = await import('./commands/usage.ts');
const { packageVersion } = await import('./platform/program/package-version.ts');

// In a terminal, a progress bar may stand in the line; its next step draws it again below.
const say = (text: string) => process.stdout.write(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

/** A reader that stops early, such as `head`, is no failure: the rest of the output is dropped, and the command continues. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
process.stdout.on('error', ignoreClosedPipe);
process.stderr.on('error', ignoreClosedPipe);

/** Where the data is; never the password of a database. */
function describeDataLocation({ databaseUrl, dataDir }: Env): string {
  if (databaseUrl === null) return resolve(dataDir);
  const { host, pathname } = new URL(databaseUrl);
  return `the Postgres database ${host}${pathname}`;
}

/** Tells the supervisor to start the server again: in sysexits.h, a failure that passes. The unit for systemd names it. */
const RESTART_EXIT_CODE = 75;

/** Runs until SIGTERM, SIGINT or a restart by the operator; a second signal ends the process at once. */
async function start(env: Env): Promise<void> {
  const { createApp } = await import('./app.ts');
  const { setupSentence } = await import('./services/accounts/setup-link.ts');
  const log = createStandardErrorLog();
  const app = await createApp(env, log);
  let stopping = false;
  const stop = (why: { signal: NodeJS.Signals } | { restart: true }) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info('server_stopping', why);
    app.close().then(
      () => process.exit('restart' in why ? RESTART_EXIT_CODE : 0),
      (error) => {
        log.error('stop_failed', { error });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', (signal) => stop({ signal }));
  process.on('SIGINT', (signal) => stop({ signal }));
  void app.restartRequested.then(() => stop({ restart: true }));
  const listening = await app.listen({ remindOfSetup: (link) => say(setupSentence(link)) }).catch((error) => {
    // It answers before all of it is ready. Stopped meanwhile, the rest finds the database closed.
    if (!stopping) throw error;
  });
  if (stopping || !listening) return;
  const { url, setupLink } = listening;
  const setup = setupLink === null ? '' : `\n${setupSentence(setupLink)}`;
  say(`Footnote is listening on ${url} (data in ${describeDataLocation(env)}). Stop it with Ctrl-C.${setup}`);
}

/** Every command except `start`: how its error message begins, and how it is loaded. */
const COMMANDS: Record<Exclude<CommandName, 'start'>, { failed: string; load: () => Promise<Run> }> = {
  'setup-link': {
    failed: 'There is no setup link',
    load: async () => (await import('./commands/setup-link.ts')).printSetupLink,
  },
  users: {
    failed: process.argv[3] === 'reset-password' ? 'The password was not changed' : 'Nothing was changed',
    load: async () => (await import('./commands/users.ts')).users,
  },
  models: { failed: 'That could not be done', load: async () => (await import('./commands/models/models.ts')).models },
  engines: {
    failed: 'That could not be done',
    load: async () => (await import('./commands/engines/engines.ts')).engines,
  },
  backup: { failed: 'The backup was not made', load: async () => (await import('./commands/backup/backup.ts')).backup },
  restore: { failed: 'Nothing was restored', load: async () => (await import('./commands/backup/restore.ts')).restore },
  export: {
    failed: 'Nothing was exported',
    load: async () => (await import('./commands/project/export.ts')).exportProject,
  },
  import: {
    failed: 'Nothing was imported',
    load: async () => (await import('./commands/project/import.ts')).importProject,
  },
  migrate: {
    failed: 'The move is not finished',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  upgrade: {
    failed: 'This version cannot be started on this data',
    load: async () => (await import('./commands/upgrade/upgrade.ts')).upgrade,
  },
  'begin-empty': {
    failed: 'Nothing was changed',
    load: async () => (await import('./commands/backup/begin-empty.ts')).beginEmpty,
  },
  compact: { failed: 'Nothing was compacted', load: async () => (await import('./commands/compact.ts')).compact },
  doctor: { failed: 'Nothing was examined', load: async () => (await import('./commands/doctor/doctor.ts')).doctor },
  sync: { failed: 'The folder was not synced', load: async () => (await import('./commands/sync/sync.ts')).sync },
  answers: {
    failed: 'That could not be done',
    load: async () => (await import('./commands/answers/answers.ts')).answers,
  },
  check: {
    failed: 'The questions were not asked',
    load: async () => (await import('./commands/check/check.ts')).check,
  },
  webhooks: { failed: 'That could not be done', load: async () => (await import('./commands/webhooks.ts')).webhooks },
  repositories: {
    failed: 'That could not be done',
    load: async () => (await import('./commands/repositories.ts')).repositories,
  },
  mcp: { failed: 'The tools cannot be offered', load: async () => (await import('./commands/mcp.ts')).mcp },
  eval: { failed: 'The evaluation was not made', load: async () => (await import('./commands/evaluate.ts')).evaluate },
};

/** The first Ctrl-C lets a command end in its own way, the second ends it at once. */
async function run(name: CommandName, load: () => Promise<Run>, words: string[]): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('stopped.')));
  const work = await load();
  const understood = await work({
    words,
    env: readEnv(),
    log: createStandardErrorLog(),
    say,
    terminal: process.stdout.isTTY ? process.stdout : null,
    signal: stop.signal,
  });
  if (!understood) rejectUsage(commandUsage(name));
}

/** Runs the work, or ends the process with a sentence that begins with what could not be done. */
async function orComplain(failed: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    complain(error instanceof EnvError ? error.message : `${failed}: ${describeError(error)}`);
    process.exit(isMisunderstood(error) ? 2 : 1);
  }
}

const [name = 'start', ...words] = process.argv.slice(2);
const isHelp = (word: string) => word === '--help' || word === '-h';
if (name === 'help' || isHelp(name)) {
  say(usage());
} else if (name === '--version' || name === '-v') {
  say(await packageVersion('@footnote/server'));
} else if (!isCommand(name)) {
  rejectUsage(usage());
} else if (words.some(isHelp)) {
  say(commandUsage(name));
} else if (name !== 'start') {
  const { failed, load } = COMMANDS[name];
  await orComplain(failed, () => run(name, load, words));
} else if (words.length === 0) {
  await orComplain('Footnote could not start', () => start(readEnv()));
} else {
  rejectUsage(commandUsage(name));
}

function rejectUsage(text: string): void {
  complain(text);
  process.exitCode = 2;
}

/** What `parseArgs` throws. */
function isMisunderstood(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as Error & { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is taken. Set PORT to another one.`;
  // What is listed below a sentence is indented by two spaces; a library's stack of requirements is not.
  return /^.*(?:\n {2}\S.*)*/.exec(error.message)?.[0] || 'for an unknown reason.';
}
