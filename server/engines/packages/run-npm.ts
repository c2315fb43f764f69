import { spawn } from 'node:child_process';
import { access, constants, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PackageError } from './engine-folder.ts';

/** How npm is run. */
interface NpmOptions {
  /** The environment variables that it gets. */
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Short waits: a person is watching. npm itself would try for two minutes. */
const NETWORK = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
const ERROR_LENGTH = 4_000;

/** What npm's error codes mean to a person who adds an engine. */
const MEANINGS: [RegExp, (folder: string) => string][] = [
  [/^EINTEGRITY$/, () => 'the registry sent a package that is not the pinned one: its hash differs. Nothing was kept.'],
  [/^(?:ENOSPC|EDQUOT)$/, (folder) => `the disk of ${folder} is full. Free some space, and add the engine again.`],
  [
    /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED)$/,
    () => 'the registry cannot be reached.',
  ],
  [
    /^(?:UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?)$/,
    () =>
      'npm does not know who signed the certificate of the registry. If your network has a certificate authority of its own, set NODE_EXTRA_CA_CERTS to the file of its certificate.',
  ],
  [/^(?:E401|E403|ENEEDAUTH)$/, () => 'the registry that npm is set to refuses the request.'],
  [/^(?:E404|ETARGET)$/, () => 'the registry that npm is set to does not have a package that the engine needs.'],
];

/**
 * Runs npm in a folder without any package's scripts. Throws `PackageError` with a sentence, or the signal's reason.
 */
export async function runNpm(place: string, words: string[], options: NpmOptions): Promise<void> {
  const { environment, signal } = options;
  // npm finds no lock file in a folder that it is given by a path with a link in it, such as /var on macOS.
  const folder = await realpath(place);
  const own = [
    `--prefix=${folder}`,
    '--workspaces=false',
    '--global=false',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  const quiet = ['--no-update-notifier', '--loglevel=error', ...(await cacheFor(folder))];
  const { code, error, output } = await run([...words, ...own, ...quiet, ...NETWORK], folder, environment, signal);
  signal.throwIfAborted();
  if (error?.code === 'ENOENT') {
    throw new PackageError('there is no npm on this machine. Install it, or add the engine from files with --from.');
  }
  if (error) throw new PackageError(`npm could not be started: ${error.message}`);
  if (code === 0) return;
  const found = /^npm (?:error|ERR!) code (\S+)/m.exec(output)?.[1] ?? '';
  const meaning = MEANINGS.find(([pattern]) => pattern.test(found))?.[1](folder);
  throw new PackageError(meaning ?? `npm failed: ${firstLines(output)}`);
}

/** Whether there is an npm to run. */
export async function hasNpm({ PATH = '' }: NodeJS.ProcessEnv): Promise<boolean> {
  for (const folder of PATH.split(delimiter)) {
    const found = await access(join(folder, 'npm'), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && found) return true;
  }
  return false;
}

interface Ended {
  code: number | null;
  error?: NodeJS.ErrnoException;
  /** The end of what it wrote to standard error. */
  output: string;
}

function run(words: string[], cwd: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Ended> {
  const npm = spawn('npm', words, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], signal });
  let output = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-ERROR_LENGTH);
  });
  return new Promise((resolve) => {
    npm.on('error', (error: NodeJS.ErrnoException) => resolve({ code: null, error, output }));
    npm.on('close', (code) => resolve({ code, output }));
  });
}

/** npm keeps packages below the home directory. A service may have none that it can write to. */
async function cacheFor(folder: string): Promise<string[]> {
  const writable = await access(homedir(), constants.W_OK).then(
    () => true,
    () => false,
  );
  return writable ? [] : [`--cache=${join(folder, '.npm')}`];
}

/** What it says first is the reason; advice on how to use npm follows. */
const firstLines = (output: string) =>
  output
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (?!code )(.*\S)/.exec(line)?.[1] ?? [])
    .slice(0, 3)
    .join(' ') || 'it did not say why.';
