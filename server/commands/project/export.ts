import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readArchive } from '../../archive/read-archive.ts';
import { type ArchiveWriter, createArchive } from '../../archive/write-archive.ts';
import { packageVersion } from '../../platform/program/package-version.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { readSchemaVersion, SCHEMA_VERSION } from '../../store/sqlite/database/database-facts.ts';
import { copyDatabase } from '../../store/sqlite/database/online-copy.ts';
import { type CopiedStore, openSqliteCopy } from '../../store/sqlite/open-copy.ts';
import type { ConversationRow, Page, Paging, ProjectRow, SourceRow } from '../../store/types.ts';
import { type Command, plural, withProgress } from '../command.ts';
import { assertEmbedded } from '../existing-store.ts';
import {
  type ArchivedConversation,
  type ArchivedProject,
  type ArchivedRepository,
  type ArchivedSource,
  archivedProject,
  CONVERSATIONS,
  isProjectName,
  originalPath,
  PROJECT,
  projectManifest,
  REPOSITORIES,
  SOURCES,
  textPath,
} from './project-archive.ts';

/** `footnote export PROJECT FILE [--conversations] [--force]`: writes one project to a file, also while the server runs. */
export async function exportProject(command: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: command.words,
    allowPositionals: true,
    options: { conversations: { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
  });
  const [wanted, file, ...more] = positionals;
  if (wanted === undefined || file === undefined || more.length > 0) return false;
  const { env, log, say, signal } = command;
  assertEmbedded(env, 'Use pg_dump for the whole of it.');
  const archive = await createArchive(file, { force: values.force, signal, onBytes: () => undefined });
  try {
    const copy = join(archive.folder, 'database.sqlite');
    await copyDatabase(env.dataDir, copy, () => undefined, signal);
    if (readSchemaVersion(copy) !== SCHEMA_VERSION) {
      throw new Error(
        'the database belongs to another version of Footnote. Start this version of the server on it first.',
      );
    }
    const store = openSqliteCopy(copy, log);
    try {
      const project = await projectOf(store, wanted);
      await archive.addText(PROJECT, JSON.stringify(await settingsOf(store, project)));
      const { sources, gone } = await addSources(archive, store, project.id, command);
      const repositories = await repositoriesOf(store, project.id);
      await archive.addText(REPOSITORIES, JSON.stringify(repositories));
      const conversations = values.conversations ? await addConversations(archive, store, project.id) : null;
      const size = await finish(archive, signal);
      say(`${file}: ${formatBytes(size)}, the project ${project.name} with ${plural(sources, 'source')}.`);
      if (gone > 0)
        say(`${plural(gone, 'source')} without an original on the disk ${gone === 1 ? 'is' : 'are'} not in it.`);
      if (repositories.length > 0)
        say(
          `In it: ${repositories.length === 1 ? '1 git repository' : `${repositories.length} git repositories`}, without tokens.`,
        );
      say(
        conversations === null
          ? 'Its conversations are not in it; add --conversations for that.'
          : `In it: ${plural(conversations, 'conversation')}.`,
      );
    } finally {
      await store.close();
    }
  } finally {
    await archive.close();
  }
  return true;
}

/** Finds a project by its id or else by its name. */
async function projectOf(store: CopiedStore, wanted: string): Promise<ProjectRow> {
  const projects = await store.list();
  const found = projects.filter(({ id, name }) => id === wanted || name === wanted);
  const [one, ...others] = found.filter(({ id }) => id === wanted).concat(found.filter(({ id }) => id !== wanted));
  const list = (rows: typeof projects) => rows.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  if (one === undefined) throw new Error(`there is no project ${wanted}. There are:\n${list(projects)}`);
  if (others.length > 0 && one.id !== wanted)
    throw new Error(`several projects have that name; give the id:\n${list(found)}`);
  const project = await store.projects.byId(one.id);
  if (project === null) throw new Error(`there is no project ${wanted}.`);
  return project;
}

const SETTINGS = Object.keys(archivedProject.shape) as (keyof ArchivedProject)[];

async function settingsOf({ widgetImages }: CopiedStore, project: ProjectRow): Promise<object> {
  const { logo, avatar } = project.widgetImages;
  const contentOf = async (image: typeof logo) => {
    const content = image && (await widgetImages.content(project.id, image.name));
    return content && Buffer.from(content).toString('base64');
  };
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, project[name]]));
  return { ...settings, widgetImages: { logo: await contentOf(logo), avatar: await contentOf(avatar) } };
}

/** Adds the originals first: sources deleted since the database was copied are left out of the list. */
async function addSources(archive: ArchiveWriter, store: CopiedStore, projectId: string, command: Command) {
  const rows: SourceRow[] = [];
  for await (const row of all((paging) => store.sources.listByProject(projectId, paging))) rows.push(row);
  rows.reverse();
  const sources: ArchivedSource[] = [];
  const total = Math.max(1, sum(rows));
  let done = 0;
  let gone = 0;
  await withProgress(command, async (progress) => {
    for (const [number, row] of rows.entries()) {
      if (row.web?.parentId) continue;
      const described = archivedOf(row, number);
      const original = row.fileId && join(command.env.dataDir, 'uploads', row.fileId);
      done += row.metadata.size ?? 0;
      progress.show(done, total);
      const added =
        described.type === 'url' || (original !== null && (await archive.addFile(originalPath(number), original)));
      if (!added) {
        gone += 1;
        continue;
      }
      sources.push(described);
      const document = await store.documents.bySource(projectId, row.id);
      if (document) await archive.addText(textPath(number), document.text);
    }
  });
  await archive.addText(SOURCES, JSON.stringify(sources));
  return { sources: sources.length, gone };
}

/** The total bytes of the originals. */
const sum = (rows: SourceRow[]) => rows.reduce((bytes, { metadata }) => bytes + (metadata.size ?? 0), 0);

function archivedOf(source: SourceRow, original: number): ArchivedSource {
  const { id, type, metadata, createdAt, web, externalId, url, labels, repositoryId, editUrl } = source;
  const said = {
    ...(externalId !== null && { externalId }),
    ...(url !== null && { address: url }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(repositoryId !== null && { repositoryId }),
    ...(editUrl !== null && { editUrl }),
  };
  if (type === 'url') {
    return {
      id,
      createdAt,
      ...said,
      type,
      url: metadata.url ?? '',
      refreshHours: web?.refreshHours ?? null,
      crawl: web?.crawl ?? null,
    };
  }
  if (type === 'text') return { id, createdAt, ...said, type, title: metadata.title ?? 'Text', original };
  return { id, createdAt, ...said, type, name: metadata.filename ?? 'file', original };
}

/** Oldest first, as they are added again. */
async function repositoriesOf({ repositories }: CopiedStore, projectId: string): Promise<ArchivedRepository[]> {
  const found: ArchivedRepository[] = [];
  for await (const row of all((paging) => repositories.listByProject(projectId, paging))) {
    const { id, url, branch, folder, include, exclude, baseUrl, site, forge, prefix, token, refreshHours } = row;
    const hadToken = token !== null;
    found.push({ id, url, branch, folder, include, exclude, baseUrl, site, forge, prefix, hadToken, refreshHours });
  }
  return found.reverse();
}

/** Goes through a temporary file, as there may be many. Returns their number. */
async function addConversations(archive: ArchiveWriter, store: CopiedStore, projectId: string): Promise<number> {
  const lines = join(archive.folder, CONVERSATIONS);
  let conversations = 0;
  await pipeline(
    async function* () {
      for await (const row of all((paging) => store.conversations.list(projectId, {}, paging))) {
        conversations += 1;
        yield `${JSON.stringify(await conversationOf(store, row))}\n`;
      }
    },
    createWriteStream(lines, { mode: 0o600 }),
  );
  await archive.addFile(CONVERSATIONS, lines);
  return conversations;
}

async function conversationOf(
  store: CopiedStore,
  { id, projectId, createdAt, updatedAt }: ConversationRow,
): Promise<ArchivedConversation> {
  const messages: ArchivedConversation['messages'] = [];
  for await (const message of all((paging) => store.conversations.messages(projectId, id, paging))) {
    const { role, text, finishReason, reason, certainty, pageUrl, usage, rating, comment, createdAt: at } = message;
    // Chunk ids are different in every installation.
    const citations = message.citations.map(({ chunkId: _chunkId, ...citation }) => citation);
    const known = {
      ...(reason !== null && { reason }),
      ...(certainty !== null && { certainty }),
      ...(pageUrl !== null && { pageUrl }),
    };
    messages.push({ role, text, citations, finishReason, ...known, usage, rating, comment, createdAt: at });
  }
  return { createdAt, updatedAt, messages };
}

/** Iterates over all rows of a paged list. */
async function* all<Row>(pageAt: (paging: Paging) => Promise<Page<Row>>): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += 100) {
    const { rows } = await pageAt({ limit: 100, offset });
    yield* rows;
    if (rows.length < 100) return;
  }
}

async function finish(archive: ArchiveWriter, signal: AbortSignal): Promise<number> {
  const { path, size } = await archive.finish({
    format: 'footnote-project',
    formatVersion: 1,
    footnote: await packageVersion('@footnote/server'),
    createdAt: new Date().toISOString(),
  });
  await readArchive(path, {
    kind: 'a project',
    manifest: projectManifest,
    isName: isProjectName,
    maxBytes: null,
    signal,
    onRead: () => undefined,
    keep: () => null,
  });
  await archive.publish();
  return size;
}
