import type { SourceMetadata } from '@footnote/sdk/contract';
import type { Reads, Tx } from '../../db.ts';
import { exists, update } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { documents } from '../../types/chunks.ts';
import { decodeBlocks } from '../../types/encode-blocks.ts';
import { sources } from '../../types/sources.ts';
import { type NamedDocument, titlesApart } from '../../types/titles-apart.ts';
import { sourceName } from './source-name.ts';

/** Among so many sources that were added before one, and after it, others with its title are looked for. */
const NEIGHBOURS = 1_000;
/** So many of them are compared. */
const MOST = 200;
/** Chunks of a document whose headings are read. */
const CHUNKS = 4;

/**
 * Tells a document that has just been published from others of the project that call themselves the same, and these from it: the
 * titles that are shown (`metadata.title`) are changed. A title that an owner has given to a text is not.
 */
export async function tellApart(tx: Tx, projectId: string, sourceId: string, title: string): Promise<void> {
  if (!(await isTitledElsewhere(tx, projectId, sourceId, title))) return;
  const rows = await sourcesTitled(tx, projectId, sourceId, title);
  if (rows.length < 2) return;
  const headings = await firstHeadings(
    tx,
    rows.map(({ id }) => id),
  );
  const named = rows.map(
    (row): NamedDocument => ({ name: sourceName(row, title), headings: headings.get(row.id) ?? [] }),
  );
  for (const [at, told] of titlesApart(title, named).entries()) {
    const row = rows[at];
    if (!row || row.metadata.title === told) continue;
    await update(tx, sources, { metadata: { ...row.metadata, title: told } }, 'id = ?', [row.id]);
  }
}

/** Does another document of the project call itself so? By an index: to read the neighbours of a source takes milliseconds. */
const isTitledElsewhere = (tx: Reads, projectId: string, sourceId: string, title: string): Promise<boolean> =>
  exists(tx, documents, 'project_id = ? and title = ? and source_id <> ? limit 1', [projectId, title, sourceId]);

interface TitledSource {
  id: string;
  metadata: SourceMetadata;
  externalId: string | null;
  url: string | null;
}

/** The sources whose document calls itself so, among those that were added at about the same time: the nearest. */
async function sourcesTitled(tx: Reads, projectId: string, sourceId: string, title: string): Promise<TitledSource[]> {
  const [own] = await tx.read<{ number: number; type: string }>('select number, type from sources where id = ?', [
    sourceId,
  ]);
  if (!own || own.type === 'text') return [];
  const near = (condition: string, order: string) =>
    `select * from (select id, type, number, metadata, external_id, url from sources
     where project_id = ? and number ${condition} order by number ${order} limit ${NEIGHBOURS}) as near`;
  const rows = await tx.read<Raw>(
    `select near.id, near.metadata, near.external_id, near.url
     from (${near('<= ?', 'desc')} union all ${near('> ?', 'asc')}) as near
     join documents on documents.source_id = near.id
     where documents.title = ? and near.type <> 'text' order by abs(near.number - ?), near.number limit ${MOST}`,
    [projectId, own.number, projectId, own.number, title, own.number],
  );
  return rows.map((row) => ({
    id: String(row.id),
    metadata: JSON.parse(String(row.metadata)) as SourceMetadata,
    externalId: row.external_id == null ? null : String(row.external_id),
    url: row.url == null ? null : String(row.url),
  }));
}

/** The first headings of each of these sources, in order. */
async function firstHeadings(tx: Reads, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await tx.read<Raw>(
    `select generations.source_id, chunks.headings, chunks.blocks, chunks.text from generations
     join chunks on chunks.generation = generations.id and chunks.seq < ${CHUNKS}
     where generations.source_id in (${ids.map(() => '?').join(', ')}) and generations.state = 'live'
     order by chunks.seq`,
    ids,
  );
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const text = String(row.text);
    const inside = decodeBlocks(row.blocks).filter(({ kind }) => kind === 'heading');
    const id = String(row.source_id);
    found.set(id, [
      ...(found.get(id) ?? []),
      ...(JSON.parse(String(row.headings)) as string[]),
      ...inside.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' ')),
    ]);
  }
  return found;
}
