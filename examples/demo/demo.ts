/**
 * The whole of Footnote on one machine: a real server on a temporary data directory, the guide as its documents, and an
 * example website with the widget. With `--once` it asks its questions through the API, prints the answers and exits.
 * `PORT` sets the first port that it tries (8787 by default).
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Footnote } from '@footnote/sdk';
import { GUIDE_NAMES, ingestGuide } from './ingest.ts';
import { printAnswer, printWelcome } from './print.ts';
import { createProgressView } from './progress.ts';
import { QUESTIONS, UNANSWERED } from './questions.ts';
import { freePort, type ServerProcess, startServer } from './server-process.ts';
import { type Site, startSite } from './site.ts';

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

/** Cleanup steps, run in reverse order at the end. */
const undo: (() => Promise<unknown>)[] = [];

try {
  await demo(values.once, stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
} finally {
  for (const step of undo.reverse()) await step().catch((error: unknown) => console.error(String(error)));
}

async function demo(once: boolean, signal: AbortSignal): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'footnote-demo-'));
  undo.push(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 3 }));

  const port = await freePort(Number(process.env.PORT ?? 8787));
  // The guide has more pages than a project may upload in a minute.
  const server = await startServer({ dataDirectory, port, environment: { RATE_LIMIT_INGESTION: '0' } });
  undo.push(server.stop);
  const site = await startSite(await freePort(port + 1));
  undo.push(site.stop);

  const died = server.died.then((how) => {
    throw new Error(how);
  });
  await Promise.race([died, show(server, site, once, signal)]);
}

/** Sets the server up as an owner would, through the public API alone, and runs until it is stopped. */
async function show(
  { origin: server, setupToken }: ServerProcess,
  site: Site,
  once: boolean,
  signal: AbortSignal,
): Promise<void> {
  const baseURL = `${server}/v1`;
  const guest = new Footnote({ baseURL });
  const email = 'owner@example.com';
  const password = randomBytes(12).toString('base64url');
  await guest.auth.register({ email, password, name: 'Demo owner', setup_token: setupToken }, { signal });
  const { access_token } = await guest.auth.login({ email, password }, { signal });
  const owner = guest.withOptions({ accessToken: access_token });

  const project = await owner.projects.create(
    { name: 'The Footnote guide', allowed_origins: [site.origin, site.origin.replace('127.0.0.1', 'localhost')] },
    { signal },
  );
  await owner.projects.update(
    project.id,
    { widget_access: 'public', widget: { title: 'The Footnote guide', suggestions: [...QUESTIONS] } },
    { signal },
  );
  const { key } = await owner.projects.apiKeys.create(project.id, { name: 'demo' }, { signal });
  const script = guest.withOptions({ apiKey: key });

  console.log('Reading the guide:');
  const view = createProgressView(GUIDE_NAMES, process.stdout.isTTY === true);
  await ingestGuide(script, view, signal).finally(view.stop);
  site.show({ base: server, project: project.id });

  if (once) {
    for (const question of [...QUESTIONS, UNANSWERED])
      printAnswer(question, await script.chat.create(project.id, { query: question }, { signal }));
    return;
  }
  printWelcome({
    site: site.origin,
    console: server,
    api: baseURL,
    email,
    password,
    questions: QUESTIONS,
    unanswered: UNANSWERED,
  });
  console.log('Press Ctrl+C to stop. Stopping removes everything that the demo has stored.');
  signal.throwIfAborted();
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  console.log('\nStopping …');
}
