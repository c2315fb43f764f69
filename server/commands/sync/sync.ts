import { stat, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BatchEntry, Source } from '@footnote/sdk/contract';
import { type LocalFile, readFolder } from '../../folders/read-folder.ts';
import { detectSite, rulesOf, SITES, type Site, type SiteRules } from '../../folders/site-rules.ts';
import { withoutEnds } from '../../platform/text/trim-ends.ts';
import { type Command, plural } from '../command.ts';
import { countBar, countInLines } from '../progress-line.ts';
import { addressOf, connectionOf, createProjectApi, type ProjectApi, RefusedError } from '../project-api.ts';
import { type Gate, openGate } from './gate.ts';
import { planSync, type SyncPlan } from './plan.ts';
import { sayLeftOut } from './say-left-out.ts';
import { type Mode, NO_RESULT, type SyncResult, summaryOf } from './summary.ts';
import { createSyncApi, type SyncApi } from './sync-api.ts';

/** A request with more counts more than once against the server's limit. */
const BATCH_BYTES = 8e6;
const BATCH_FILES = 200;
const POLL_MS = 3_000;
const MISSING_SHOWN = 20;

interface Options {
  folder: string;
  api: SyncApi;
  rules: SiteRules;
  prefix: string;
  base: URL | null;
  include: string[];
  exclude: string[];
  metadata: Record<string, string>;
  prune: boolean;
  dryRun: boolean;
  /** A change that breaks golden questions is taken back. */
  gate: boolean;
  /** Every change is taken back. */
  trial: boolean;
  /** Where what was done is written as Markdown; null for nowhere. */
  summary: string | null;
  project: ProjectApi;
}

/**
 * `footnote sync FOLDER …`: brings the sources of a project to the state of a folder, through the API of a server. The exit code
 * is 1 if a file was refused or could not be read, or if the change broke a golden question and was taken back.
 */
export async function sync(command: Command): Promise<boolean> {
  const options = await optionsOf(command);
  if (options === null) return false;
  const { say } = command;
  const { folder, api, rules, prefix, prune } = options;
  const files = await describedFiles(options);
  if (files.length === 0) throw new Error(`there are no documents in ${folder} that are to be sent.`);
  const sources: Source[] = [];
  for await (const some of api.sources()) sources.push(...some);
  const plan = planSync(files, sources, options);
  say(`${folder} (${rules.site}): ${countsOf(plan, prune)}.`);
  sayMissing(files, say);
  const summarize = async (mode: Mode, result: SyncResult = NO_RESULT) => {
    if (options.summary !== null) await writeFile(options.summary, summaryOf({ prefix, plan, prune, mode, ...result }));
  };
  if (options.dryRun) {
    listPlan(plan, prune, say);
    await summarize('dry run');
    return true;
  }

  const gate = await openGate(
    command,
    { project: options.project, sync: api },
    { plan, sources, prune, required: options.gate || options.trial },
  );
  const remove = prune ? plan.gone : [];
  if (!prune && plan.gone.length > 0)
    say(`${plural(plan.gone.length, 'source')} below ${prefix} without a file here; --prune removes them.`);
  const entries = await sendAll(command, api, [...plan.added, ...plan.changed, ...plan.described], remove);
  const { failed, read } = await waitForAll(command, api, entries);
  sayLeftOut(read, say);
  const refused = entries.filter(({ outcome }) => outcome === 'refused');
  for (const { name, error } of refused) say(`Not taken: ${name}: ${error?.message ?? ''}`);
  for (const { external_id = '', error } of failed) say(`Not read: ${external_id}: ${error?.message ?? ''}`);
  const verdict = gate ? await gate.ask() : null;
  const isBroken = verdict !== null && verdict.broken.length > 0;
  const isTakenBack = gate !== null && (options.trial || (options.gate && isBroken));
  const mode = options.trial ? 'trial' : isTakenBack ? 'taken back' : 'kept';
  await summarize(mode, { refused, failed, verdict });
  if (gate && isTakenBack) await takeBack(command, api, gate);
  const wrong = refused.length + failed.length;
  if (wrong > 0 || (isTakenBack && isBroken)) process.exitCode = 1;
  if (!isTakenBack) say(wrong > 0 ? `Done, except for ${plural(wrong, 'file')}.` : 'Done.');
  return true;
}

/** The documents of the folder, with the metadata of the options before those that the site says. */
async function describedFiles({ folder, metadata, ...options }: Options): Promise<LocalFile[]> {
  const files = await readFolder(folder, options);
  return files.map((file) => ({ ...file, metadata: { ...file.metadata, ...metadata } }));
}

/** Names what pages include and the folder does not have: their text is not in the answers. */
function sayMissing(files: LocalFile[], say: Command['say']): void {
  const lines = files.flatMap(({ externalId, missing }) => missing.map((name) => `${externalId} includes ${name}`));
  for (const line of lines.slice(0, MISSING_SHOWN)) say(`Not in the folder: ${line}`);
  if (lines.length > MISSING_SHOWN) say(`Not in the folder: ${lines.length - MISSING_SHOWN} more.`);
}

/** Puts the sources back, and waits until they are read again. */
async function takeBack(command: Command, api: SyncApi, gate: Gate): Promise<void> {
  command.say('Taking the change back.');
  const entries = await gate.putBack();
  const { failed } = await waitForAll(command, api, entries);
  const lost = failed.length + entries.filter(({ outcome }) => outcome === 'refused').length;
  if (lost > 0) throw new Error(`${plural(lost, 'source')} could not be put back: sync again from the former state.`);
  command.say('The sources are as they were before. Until then, the change was answered from.');
}

async function optionsOf({ words, env, say, signal }: Command): Promise<Options | null> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      server: { type: 'string' },
      'base-url': { type: 'string' },
      site: { type: 'string' },
      prefix: { type: 'string' },
      include: { type: 'string', multiple: true, default: [] },
      exclude: { type: 'string', multiple: true, default: [] },
      metadata: { type: 'string', multiple: true, default: [] },
      prune: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      gate: { type: 'boolean', default: false },
      trial: { type: 'boolean', default: false },
      summary: { type: 'string' },
    },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) return null;
  const isFolder = (await stat(folder).catch(() => null))?.isDirectory() ?? false;
  if (!isFolder) throw new Error(`there is no folder ${folder}.`);
  const api = createProjectApi(connectionOf(values, env, 'ingest and read', signal), say);
  const base = values['base-url'] === undefined ? null : addressOf('--base-url', values['base-url']);
  const prefix = withoutEnds(values.prefix ?? basename(resolve(folder)), /\//);
  return {
    folder,
    base,
    include: values.include,
    exclude: values.exclude,
    prune: values.prune,
    gate: values.gate,
    trial: values.trial,
    summary: values.summary ?? null,
    project: api,
    dryRun: values['dry-run'],
    metadata: metadataOf(values.metadata),
    prefix: prefix === '' ? '' : `${prefix}/`,
    rules: values.site === undefined ? detectSite(folder) : rulesOf(siteOf(values.site), folder),
    api: createSyncApi(api),
  };
}

function siteOf(name: string): Site {
  const site = SITES.find((known) => known === name);
  if (!site) throw new Error(`--site must be one of ${SITES.join(', ')}.`);
  return site;
}

function metadataOf(pairs: string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Error('--metadata must be NAME=VALUE, such as version=2.1.');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function countsOf({ added, changed, described, unchanged, gone }: SyncPlan, prune: boolean): string {
  const parts = [
    `${added.length} new`,
    `${changed.length} changed`,
    ...(described.length > 0 ? [`${described.length} with a new address or metadata`] : []),
    ...(prune ? [`${gone.length} to remove`] : []),
    `${unchanged.length} unchanged`,
  ];
  return parts.join(', ');
}

function listPlan({ added, changed, described, gone }: SyncPlan, prune: boolean, say: Command['say']): void {
  const line =
    (mark: string) =>
    ({ externalId, url }: LocalFile) =>
      say(`${mark} ${externalId}${url ? `  ${url}` : ''}`);
  added.forEach(line('+'));
  changed.forEach(line('~'));
  described.forEach(line('='));
  if (prune) for (const id of gone) say(`- ${id}`);
  say('Nothing was sent (--dry-run).');
}

/** Sends the files in batches, after the first of which nothing is left to remove. */
async function sendAll(command: Command, api: SyncApi, files: LocalFile[], remove: string[]): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = [];
  const batches = inBatches(files);
  const removals = Array.from({ length: Math.ceil(remove.length / 1_000) }, (_, at) =>
    remove.slice(at * 1_000, (at + 1) * 1_000),
  );
  const progress = progressOf(command, 'files sent');
  try {
    for (let at = 0; at < Math.max(batches.length, removals.length); at += 1) {
      entries.push(...(await sendBatch(api, batches[at] ?? [], removals[at] ?? [])));
      progress.show(entries.filter(({ outcome }) => outcome !== 'removed').length, files.length);
    }
  } finally {
    progress.stop();
  }
  return entries;
}

/** Where files together are more than the server takes at once, sends fewer; one that is too large alone is refused. */
async function sendBatch(api: SyncApi, files: LocalFile[], remove: string[]): Promise<BatchEntry[]> {
  try {
    return (await api.batch(files, remove)).items;
  } catch (error) {
    const [first, ...others] = files;
    if (!first || !(error instanceof RefusedError) || error.code !== 'file_too_large') throw error;
    if (others.length > 0) {
      const middle = Math.ceil(files.length / 2);
      const before = await sendBatch(api, files.slice(0, middle), remove);
      return [...before, ...(await sendBatch(api, files.slice(middle), []))];
    }
    // What is to be removed has not been.
    const removed = remove.length > 0 ? (await api.batch([], remove)).items : [];
    const { externalId } = first;
    const { code, message } = error;
    return [...removed, { name: externalId, external_id: externalId, outcome: 'refused', error: { code, message } }];
  }
}

function inBatches(files: LocalFile[]): LocalFile[][] {
  const batches: LocalFile[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (bytes + file.size > BATCH_BYTES || (batches.at(-1)?.length ?? 0) >= BATCH_FILES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(file);
    bytes += file.size;
  }
  return batches;
}

/** Waits until all that was sent has been read; returns what was, and what could not be. */
async function waitForAll(
  command: Command,
  api: SyncApi,
  entries: BatchEntry[],
): Promise<{ read: Source[]; failed: Source[] }> {
  const ids = entries.filter(({ outcome }) => outcome === 'created' || outcome === 'replaced');
  const sent = new Set(ids.map(({ source_id }) => source_id));
  if (sent.size === 0) return { read: [], failed: [] };
  const progress = progressOf(command, 'files read');
  let open = sent.size;
  try {
    for (let pause = POLL_MS / 6; open > 0; pause = Math.min(POLL_MS, pause * 2)) {
      await sleep(pause, undefined, { signal: command.signal });
      open = await countOpen(api, sent);
      progress.show(sent.size - open, sent.size);
    }
  } finally {
    progress.stop();
  }
  const ended = await findSources(api, sent);
  // What was read before answers with its former content, and has an error, too.
  return { read: ended.filter(({ error }) => error === null), failed: ended.filter(({ error }) => error !== null) };
}

/** Those of the sources that have ended, newest first as the server lists them: most were just created. */
async function findSources(api: SyncApi, ids: Set<string | undefined>): Promise<Source[]> {
  const found: Source[] = [];
  for (const status of ['failed', 'completed'] as const)
    for await (const some of api.sources(status)) {
      found.push(...some.filter(({ id }) => ids.has(id)));
      if (found.length === ids.size) return found;
    }
  return found;
}

async function countOpen(api: SyncApi, sent: Set<string | undefined>): Promise<number> {
  const open = new Set<string>();
  for (const status of ['pending', 'processing'] as const)
    for await (const some of api.sources(status)) for (const { id } of some) if (sent.has(id)) open.add(id);
  return open.size;
}

const progressOf = ({ terminal, say }: Command, what: string) =>
  terminal ? countBar(terminal, what) : countInLines(say, what);
