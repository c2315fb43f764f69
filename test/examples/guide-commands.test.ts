/**
 * Runs the commands of the guide as a reader would, page by page, against one server. Those that could change the machine are
 * listed: with the test that runs them, or with the reason why none does. A new one fails until it is listed.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfMissing } from '../../.build/if-missing.ts';
import { PAGES } from '../../examples/docs/contents.ts';
import { makePng } from '../helpers/input/picture-files.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { LIMIT_MS } from '../helpers/timing/until.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What is run here: requests, and Footnote's own command on the directories of this test. Nothing else is, `sudo` least of all. */
const RUN_HERE = /^(?!.*(?:sudo|[|;&]))(?:[A-Z_]+=\S+ )*(?:curl |npx footnote |npm start$)/;

/** Commands that other tests run. */
const ELSEWHERE: { command: RegExp; test: string }[] = [
  { command: /^npm install$/, test: 'test/deploy/install.test.ts' },
  {
    command:
      /^npm install (?:@footnote\/sdk|https:\S+\/packages\/footnote-sdk\.tgz|--global \.build\/dist\/footnote-server\.tgz)$/,
    test: 'test/deploy/packages.test.ts',
  },
  {
    command: /^pip install https:\S+\/packages\/footnote-python\.tgz$/,
    test: 'test/widget/documentation/sites.test.ts',
  },
  {
    command: /^npm install https:\S+footnote-sdk\.tgz https:\S+footnote-widget\.tgz$/,
    test: 'test/widget/documentation/sites.test.ts',
  },
  { command: /^PYTHONPATH=src python3 -m unittest /, test: 'test/sdk/python.test.ts' },
  { command: /^mypy src tests$/, test: 'test/sdk/python.test.ts' },
  { command: /^podman build /, test: 'test/deploy/container.test.ts' },
  { command: /\/repositories\/look" /, test: 'test/e2e/repositories.test.ts' },
  { command: /npx footnote begin-empty$/, test: 'test/server/commands/bad-starts.test.ts' },
  { command: /^npm run demo$/, test: 'test/demo/demo.test.ts' },
  { command: /^npm run bundle/, test: 'test/deploy/bundle.test.ts' },
  {
    command: /^(?:tar -xzf footnote[\w.-]*\.tar\.gz|sha256sum --check --ignore-missing SHA256SUMS)$/,
    test: 'test/deploy/bundle.test.ts',
  },
  { command: /\.\/footnote-[\w.-]+\/footnote start$/, test: 'test/deploy/bundle.test.ts' },
  {
    command: /^sudo (?:\.\/footnote-[\w.-]+|\/opt\/footnote\/current)\/install\.sh(?: upgrade| rollback)?$/,
    test: 'test/deploy/bundle.test.ts',
  },
];

/** Commands that no test runs, and why. */
const NOT_HERE: { command: RegExp; why: string }[] = [
  { command: /^docker compose /, why: 'needs Docker; test/deploy/docker.test.ts checks the files' },
  { command: /^docker buildx /, why: 'needs Docker; test/deploy/container.test.ts builds the same with Podman' },
  { command: /^sudo systemctl /, why: 'needs systemd as process 1; test/deploy/systemd.test.ts checks the unit' },
];

interface Command {
  page: string;
  line: string;
}

/** The commands of the `sh` blocks of a page; one that goes on after a backslash is one command. */
function commandsOf(page: string): Command[] {
  const blocks = [...read(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) => {
    const lines = block.replaceAll(/\\\n\s*/g, '').split('\n');
    return lines.filter((line) => line && !line.startsWith('#')).map((line) => ({ page, line }));
  });
}

const pages = [...PAGES.map(({ file }) => join('examples/docs', file)), 'README.md'];
const commands = pages.flatMap(commandsOf);
const isElsewhere = ({ line }: Command) => ELSEWHERE.some(({ command }) => command.test(line));
const isNotHere = ({ line }: Command) => NOT_HERE.some(({ command }) => command.test(line));
const remaining = commands.filter((command) => !isElsewhere(command) && !isNotHere(command));
const here = remaining.filter(({ line }) => RUN_HERE.test(line));

/** Starts a server with a command, waits until it prints its address, and ends it as Ctrl+C does in a terminal. */
async function startAndInterrupt(line: string, env: Record<string, string>): Promise<void> {
  // The signal of a terminal reaches the whole group: npm and npx do not pass on one that they get alone.
  const child = spawn('sh', ['-c', line], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PORT: '0', ...env },
  });
  const ended = once(child, 'close');
  const force = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), LIMIT_MS);
  let output = '';
  const started = new Promise<void>((resolve) => {
    const keep = (bytes: Buffer) => {
      output += bytes;
      if (/http:\/\/127\.0\.0\.1:\d+/.test(output)) resolve();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
  });
  const isStarted = await Promise.race([started.then(() => true), ended.then(() => false)]);
  if (child.pid && isStarted) process.kill(-child.pid, 'SIGINT');
  await ended;
  clearTimeout(force);
  expect(isStarted, output).toBe(true);
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('every command of the guide (needs curl)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-guide-'));
  /** What the guide asks its reader to keep in shell variables. */
  const kept: Record<string, string> = {};
  const keep = (name: string, value = '') => {
    kept[name] = value;
  };
  let server: ServerProcess;

  beforeAll(async () => {
    await buildIfMissing('server');
    await buildIfMissing('widget');
    server = await startServer();
    mkdirSync(join(folder, 'backups'));
    for (const pages of ['docs', 'content/en', 'content/de']) {
      mkdirSync(join(folder, pages), { recursive: true });
      writeFileSync(join(folder, pages, 'install.md'), '# Install\n\nRun the installer.\n');
    }
    copyFileSync(join(ROOT, 'examples/docs/made/operations.pdf'), join(folder, 'manual.pdf'));
    writeFileSync(
      join(folder, 'questions.jsonl'),
      '{"question": "How do I back up Footnote?", "source": "manual.pdf"}\n',
    );
    writeFileSync(join(folder, 'logo.png'), makePng(new Uint8Array(12), 4, 3));
    writeFileSync(join(folder, 'answers.md'), '# Who are you?\n\nA small company.\n');
    // npx itself takes a second of processor time for each command: test/deploy/command.test.ts runs it in a clone.
    mkdirSync(join(folder, 'bin'));
    const npx = `#!/bin/sh\n[ "$1" = footnote ] || exit 9\nshift\nexec "${process.execPath}" "${ROOT}/server/bin/footnote.cjs" "$@"\n`;
    writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 });
    // Without it, curl ends well with a response that is an error.
    writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The command with addresses, files and directories of this test in the place of those of the example. */
  const filledIn = ({ page, line }: Command) =>
    line
      .replaceAll(/http:\/\/127\.0\.0\.1:8787|https:\/\/chat\.example\.com/g, server.url)
      .replaceAll('/var/lib/footnote', join(folder, `data-of-${basename(page)}`))
      .replaceAll(/ \.\/(docs|content\/..) /g, (_, pages) => ` ${join(folder, pages)} `)
      .replaceAll('/tmp/drill', join(folder, 'drill'))
      .replaceAll('/backups/', join(folder, 'backups/'))
      .replaceAll('DATA_DIR=./data', `DATA_DIR=${server.dataDir}`)
      .replaceAll(/(?<=[ @])(handbook\.fnp|questions\.jsonl|answers\.md|manual\.pdf|logo\.png)/g, (name) =>
        join(folder, name),
      )
      .replaceAll('PORT=8999', 'PORT=0')
      .replaceAll('"Handbook"', '"Product manual"')
      .replaceAll('msg_…', kept.MESSAGE ?? '');

  /** What a reader does between a command and the next. */
  const AFTERWARDS: { command: RegExp; act(answer: Record<string, string>, printed: string): Promise<void> | void }[] =
    [
      { command: /setup-link$/, act: (_, printed) => keep('SETUP_TOKEN', /#setup=(\S+)/.exec(printed)?.[1]) },
      { command: /auth\/login/, act: ({ access_token }) => keep('TOKEN', access_token) },
      { command: /v1\/projects -H/, act: ({ id }) => keep('PROJECT', id) },
      { command: /api-keys/, act: ({ key }) => keep('KEY', key) },
      {
        command: /sources\/upload/,
        async act({ id = '' }) {
          keep('SOURCE', id);
          const footnote = new Footnote({ baseURL: server.baseURL, apiKey: kept.KEY ?? '' });
          await footnote.sources.waitUntilReady(await footnote.sources.retrieve(id));
        },
      },
      {
        command: /tokens\/widget.*"trace":true/,
        async act({ token = '' }) {
          // As a page of the website would: the token holds for that origin alone.
          const answer = await fetch(`${server.baseURL}/projects/${kept.PROJECT}/chat`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              origin: 'https://www.example.com',
              'content-type': 'application/json',
            },
            body: JSON.stringify({ query: 'Who won the world cup in 1990?' }),
          });
          const { message_id } = (await answer.json()) as { message_id: string };
          keep('MESSAGE', message_id);
        },
      },
      {
        command: /footnote backup/,
        act: () =>
          copyFileSync(
            join(folder, `backups/footnote-${new Date().toISOString().slice(0, 10)}.fnb`),
            join(folder, 'backups/footnote-2026-11-20.fnb'),
          ),
      },
    ];

  const environment = ({ page, line }: Command) => ({
    // A server is started by the real one, which passes on the signal of the terminal.
    PATH: (line.endsWith(' start') ? '' : `${join(folder, 'bin')}:`) + (process.env.PATH ?? ''),
    HOME: process.env.HOME ?? '',
    CURL_HOME: folder,
    // npx finds the command in the clone, and never asks a registry for a stranger's.
    npm_config_offline: 'true',
    // Another server needs a directory of its own, and an import one whose server is stopped: the restored one.
    DATA_DIR: / start$|footnote import/.test(line) ? join(folder, `data-of-${basename(page)}`) : server.dataDir,
    ...{ FOOTNOTE_URL: server.url, FOOTNOTE_PROJECT: kept.PROJECT ?? '', FOOTNOTE_API_KEY: kept.KEY ?? '' },
    FOOTNOTE_TOKEN: kept.TOKEN ?? '',
    ...kept,
  });

  it.each(here)('$page: $line', async (command) => {
    const line = filledIn(command);
    if (line.endsWith(' start')) return startAndInterrupt(line, environment(command));
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: ROOT, env: environment(command) });
    for (const { command: pattern, act } of AFTERWARDS)
      if (pattern.test(line)) await act(stdout.startsWith('{') ? JSON.parse(stdout) : {}, stdout);
  });
});

describe('a command of the guide that is not run here', () => {
  it('is listed, with the test that runs it or the reason why none does', () => {
    expect(remaining.filter(({ line }) => !RUN_HERE.test(line))).toEqual([]);
    expect(ELSEWHERE.filter(({ test }) => !existsSync(join(ROOT, test)))).toEqual([]);
  });
});

describe('the commands of footnote that the guide names in its text', () => {
  it('exist', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['server/dist/main.js', 'help'], { cwd: ROOT });
    const named = pages.flatMap((page) =>
      [
        ...read(page).matchAll(
          /(?:npx footnote|\/opt\/footnote\/footnote|npm run footnote --) ((?:models |users )?[a-z][a-z-]+)/g,
        ),
      ].map(([, words = '']) => ({ page, words })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ words }) => !stdout.includes(words))).toEqual([]);
  });
});
