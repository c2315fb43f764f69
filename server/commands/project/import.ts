import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { ArchiveError } from '../../archive/manifest.ts';
import { createUploadIdentifier } from '../../ingestion/file-type/identify-upload.ts';
import { checkUrl, parseAddressRange } from '../../ingestion/web/url-policy.ts';
import { newId } from '../../platform/ids.ts';
import { WIDGET_IMAGES } from '../../platform/limits.ts';
import { normalizeEmail } from '../../platform/text/email-address.ts';
import { normalizeOrigin } from '../../services/access/origins.ts';
import { createSourceService, type SourceService } from '../../services/sources/sources.ts';
import { toWidgetImage } from '../../services/widget-images.ts';
import type { NewProject, Store, UserRow } from '../../store/types.ts';
import { type Command, plural } from '../command.ts';
import { openExistingStore } from '../existing-store.ts';
import { unpack } from '../unpack.ts';
import { addRepositories } from './import-repositories.ts';
import {
  type ArchivedConversation,
  type ArchivedProject,
  type ArchivedSource,
  archivedConversation,
  archivedProject,
  archivedRepositories,
  archivedSources,
  CONVERSATIONS,
  isProjectName,
  MAX_BYTES,
  originalPath,
  PROJECT,
  projectManifest,
  REPOSITORIES,
  SOURCES,
} from './project-archive.ts';

/** An import ignores the archive's texts, which are for other programs, and parses the originals again. */
const PROJECT_ARCHIVE = {
  kind: 'a project',
  manifest: projectManifest,
  isName: isProjectName,
  folders: ['originals', 'texts'],
  isLeft: (path: string) => path.startsWith('texts/'),
};

/**
 * `footnote import FILE --owner EMAIL`: adds a project of another installation, under new ids, to an account of this one. Its
 * sources are queued, and the server processes them with its own engines from its next start. The server must be stopped, as it
 * expects to be the only writer of its database.
 */
export async function importProject(command: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: command.words,
    allowPositionals: true,
    options: { owner: { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || values.owner === undefined || more.length > 0) return false;
  const { env, log } = command;
  const store = await openExistingStore(env, log);
  try {
    const owner = await store.users.byEmail(normalizeEmail(values.owner));
    if (owner === null) throw new Error(`there is no account with the e-mail address ${values.owner}.`);
    // On the same file system as the originals. A server empties it when it starts, so nothing of a killed import stays.
    const folder = join(store.files.temporaryDirectory, newId('proj'));
    try {
      await unpack(file, { folder, ...PROJECT_ARCHIVE }, command);
      await add(folder, owner, store, command);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await store.close();
  }
  return true;
}

/** Reads and checks everything before it writes the first row. */
async function add(folder: string, owner: UserRow, store: Store, command: Command): Promise<void> {
  const settings = await read(join(folder, PROJECT), archivedProject, MAX_BYTES[PROJECT]);
  const sources = await read(join(folder, SOURCES), archivedSources, MAX_BYTES[SOURCES]);
  const hasRepositories = (await stat(join(folder, REPOSITORIES)).catch(() => null)) !== null;
  const repositories = hasRepositories
    ? await read(join(folder, REPOSITORIES), archivedRepositories, MAX_BYTES[REPOSITORIES])
    : [];
  const talks = join(folder, CONVERSATIONS);
  for await (const _ of conversationsIn(talks)) command.signal.throwIfAborted();
  const images = imagesIn(settings);
  const project = await store.projects.create(await projectFor(owner, settings, store));
  try {
    for (const [kind, image] of images) await store.widgetImages.put(project.id, kind, image, project.updatedAt);
    const read = await addRepositories(project.id, repositories, store, command);
    const belonging = { projectId: project.id, repositoryIds: read.ids };
    const { ids, refused } = await addSources(folder, belonging, sources, store, command);
    let conversations = 0;
    const mayLink = urlCheck(command);
    const unlinked: string[] = [];
    for await (const conversation of conversationsIn(talks)) {
      const { checked, refused: addresses } = withCheckedLinks(conversation, mayLink);
      unlinked.push(...addresses);
      await addConversation(store, project.id, checked, ids);
      conversations += 1;
    }
    const { say } = command;
    say(`The project ${project.name} (${project.id}) is ${owner.email}'s, with ${plural(ids.size, 'source')}.`);
    for (const line of refused.concat(read.lines)) say(line);
    if (conversations > 0) say(`With it: ${plural(conversations, 'conversation')}.`);
    reportUnlinked(unlinked, say);
    say('The server processes its documents from its next start. It has no API keys yet.');
  } catch (cause) {
    await store.projects.delete(project.id);
    throw cause;
  }
}

async function read<Value>(path: string, schema: z.ZodType<Value>, maxBytes: number): Promise<Value> {
  const size = (await stat(path).catch(() => null))?.size;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (size === undefined) throw new ArchiveError(`${name} is missing in it.`);
  if (size > maxBytes) throw new ArchiveError(`its ${name} is larger than ${maxBytes / 1e6} MB.`);
  return validate(await readFile(path, 'utf8'), schema, name);
}

function validate<Value>(text: string, schema: z.ZodType<Value>, name: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ArchiveError(`its ${name} is not valid JSON.`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ArchiveError(`its ${name} is not valid (${issue?.path.join('.')}: ${issue?.message}).`);
}

async function* conversationsIn(path: string): AsyncGenerator<ArchivedConversation> {
  const size = (await stat(path).catch(() => null))?.size;
  if (size === undefined) return;
  if (size > MAX_BYTES[CONVERSATIONS]) throw new ArchiveError(`its ${CONVERSATIONS} is too large.`);
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield validate(line, archivedConversation, CONVERSATIONS);
  }
}

/** The pictures of the widget, under the same rules as those of an upload. */
function imagesIn({ widgetImages }: ArchivedProject) {
  return WIDGET_IMAGES.map((kind) => {
    const content = widgetImages[kind];
    try {
      return [kind, content === null ? null : toWidgetImage(Buffer.from(content, 'base64'))] as const;
    } catch (error) {
      throw new ArchiveError(`its ${PROJECT} is not valid (widgetImages.${kind}: ${(error as Error).message})`);
    }
  });
}

async function projectFor(owner: UserRow, settings: ArchivedProject, store: Store): Promise<NewProject> {
  const origins = settings.allowedOrigins.map(normalizeOrigin);
  const at = Date.now();
  return {
    ...settings,
    id: newId('proj'),
    userId: owner.id,
    name: await freeName(owner.id, settings.name, store),
    allowedOrigins: [...new Set(origins.flatMap((result) => ('origin' in result ? [result.origin] : [])))],
    // Added with their contents.
    widgetImages: { logo: null, avatar: null },
    createdAt: at,
    updatedAt: at,
  };
}

/** Returns `Docs (2)` if the owner already has a project `Docs`. */
async function freeName(userId: string, name: string, store: Store): Promise<string> {
  const { rows } = await store.projects.listByUser(userId, { limit: 100_000, offset: 0 });
  const taken = new Set(rows.map((row) => row.name));
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${name.slice(0, 92)} (${number})`;
  }
}

/** The check that every URL of a source must pass, with the private networks that the settings allow. */
function urlCheck({ env }: Command): (text: string) => string | null {
  const allowedRanges = env.scrapeAllowCidrs.map(parseAddressRange).filter((range) => range !== null);
  return (text) => checkUrl(text, allowedRanges);
}

/** Applies the same rules as uploads do. Refused sources are reported, and all others are added. */
async function addSources(
  folder: string,
  { projectId, repositoryIds }: { projectId: string; repositoryIds: Map<string, string> },
  given: ArchivedSource[],
  store: Store,
  command: Command,
) {
  const deps = { store, notifyIngestion: () => undefined, now: Date.now };
  // What was accepted where it comes from.
  const identifyFile = createUploadIdentifier(() => true);
  const sources = createSourceService({ ...deps, identifyFile, checkUrl: urlCheck(command) });
  const ids = new Map<string, string>();
  const refused: string[] = [];
  for (const source of given) {
    command.signal.throwIfAborted();
    try {
      const { id } = await addSource(folder, projectId, source, sources, command.env.maxUploadMegabytes);
      ids.set(source.id, id);
      const { externalId, address, labels, editUrl } = source;
      const repositoryId = source.repositoryId && repositoryIds.get(source.repositoryId);
      const said = {
        ...(externalId && { externalId }),
        ...(address && { url: address }),
        ...(labels && { labels }),
        ...(repositoryId && { repositoryId }),
        ...(editUrl && { editUrl }),
      };
      await store.sources.update(projectId, id, said, Date.now());
    } catch (error) {
      refused.push(`Not imported: ${nameOf(source)} (${(error as Error).message})`);
    }
  }
  return { ids, refused };
}

async function addSource(
  folder: string,
  projectId: string,
  source: ArchivedSource,
  sources: SourceService,
  maxMegabytes: number,
) {
  if (source.type === 'url') {
    const { url, crawl, refreshHours } = source;
    return sources.addUrl(projectId, { url, refresh_hours: refreshHours, ...(crawl && { crawl }) });
  }
  const temporaryPath = join(folder, originalPath(source.original));
  const { size } = await stat(temporaryPath).catch(() => {
    throw new Error('its original is missing');
  });
  if (size > maxMegabytes * 1e6) throw new Error(`it is larger than the ${maxMegabytes} MB of MAX_UPLOAD_MB`);
  if (source.type === 'file') return sources.upload(projectId, { temporaryPath, name: source.name });
  return sources.addText(projectId, { title: source.title, text: await readFile(temporaryPath, 'utf8') });
}

const nameOf = (source: ArchivedSource) =>
  JSON.stringify(source.type === 'url' ? source.url : source.type === 'text' ? source.title : source.name);

/** Removes links from citations that could not have been a source; also returns the removed addresses. */
function withCheckedLinks(conversation: ArchivedConversation, mayLink: (text: string) => string | null) {
  const refused: string[] = [];
  const messages = conversation.messages.map((message) => ({
    ...message,
    citations: message.citations.map((citation) => {
      if (citation.address === null || mayLink(citation.address) !== null) return citation;
      refused.push(citation.address);
      return { ...citation, address: null };
    }),
  }));
  return { checked: { ...conversation, messages }, refused };
}

/** The number of addresses shown as examples, and the length that each is cut to. */
const SHOWN_ADDRESSES = 5;
const SHOWN_CHARACTERS = 80;

function reportUnlinked(addresses: string[], say: Command['say']): void {
  if (addresses.length === 0) return;
  const examples = [...new Set(addresses)].slice(0, SHOWN_ADDRESSES);
  const shown = examples.map((address) => JSON.stringify(address.slice(0, SHOWN_CHARACTERS))).join(', ');
  say(`Citations imported without a link: ${addresses.length}, as their addresses are not allowed (such as ${shown}).`);
}

/** Adds a conversation whose citations refer to the new source ids. The store blanks citations of refused sources. */
async function addConversation(
  store: Store,
  projectId: string,
  { createdAt, updatedAt, messages }: ArchivedConversation,
  ids: Map<string, string>,
) {
  const id = newId('conv');
  await store.conversations.create({ id, projectId, visitorId: null, createdAt, updatedAt });
  for (const { rating, comment, citations, ...message } of messages) {
    const moved = citations.map((citation) => ({
      ...citation,
      sourceId: ids.get(citation.sourceId) ?? '',
      chunkId: '0',
    }));
    const stored = await store.conversations.append(projectId, id, { ...message, id: newId('msg'), citations: moved });
    if (stored && (rating !== null || comment !== null))
      await store.conversations.rate(projectId, id, stored.id, rating, comment);
  }
}
