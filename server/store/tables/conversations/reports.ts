import type { SourceMetadata, SourceStatus, SourceType } from '@footnote/sdk/contract';
import type { Db, Reads, SqlValue } from '../../db.ts';
import type { ExportCursor, ExportedRow, Reports, SourceFilter, UnansweredQuestion } from '../../types.ts';
import { type Raw, toMessage, toSource } from '../row-mapping.ts';
import { filterCondition, listConversations } from './listed-conversations.ts';
import { UNANSWERED } from './unanswered.ts';

/** A text search covers this many of the latest sources. */
const SEARCHED = 10_000;

/** Reports for owners; on SQLite they run in the searching thread (sqlite/open.ts). */
export function createReports(db: Db): Reports {
  return {
    conversations: (projectId, filter, paging) => listConversations(db, projectId, filter, paging),
    messages: exportMessages(db),
    unanswered: listUnanswered(db),
    sources: listSources(db),
    sourceCounts: countSources(db),
  };
}

const exportMessages =
  (db: Db): Reports['messages'] =>
  (projectId, filter, after, limit) =>
    db.forProject(projectId).snapshot(async (reads) => {
      const { where, parameters } = filterCondition(projectId, filter);
      const next = nextConversation(reads, `${where} and conversations.number < ?`, parameters);
      const rows: ExportedRow[] = [];
      let at: ExportCursor | null = after;
      if (at) rows.push(...(await messagesAfter(reads, at, limit, db.now())));
      while (rows.length < limit) {
        at = await next(at?.conversation ?? Number.MAX_SAFE_INTEGER);
        if (at === null) return { rows, next: null };
        rows.push(...(await messagesAfter(reads, at, limit - rows.length, db.now())));
      }
      return { rows, next: at && { conversation: at.conversation, seq: rows.at(-1)?.seq ?? at.seq } };
    });

const listUnanswered =
  (db: Db): Reports['unanswered'] =>
  async (projectId, { from, to }, limit) => {
    const rows = await db.forProject(projectId).read<{
      message_id: string;
      conversation_id: string;
      text: string;
      finish_reason: UnansweredQuestion['finishReason'];
      asked_at: number;
    }>(
      `select answers.id as message_id, answers.conversation_id, answers.finish_reason, answers.created_at as asked_at,
         coalesce((select asked.text from messages as asked where asked.conversation_id = answers.conversation_id
           and asked.role = 'user' and asked.seq < answers.seq order by asked.seq desc limit 1), '') as text
       from messages as answers join conversations on conversations.id = answers.conversation_id
       where answers.${UNANSWERED} and answers.reason is null and answers.dismissed = 0
         and conversations.project_id = ?
         and answers.created_at >= ? and answers.created_at < ?
       order by answers.created_at desc, answers.id limit ?`,
      [projectId, from, to, limit],
    );
    return rows.map((row) => ({
      messageId: row.message_id,
      conversationId: row.conversation_id,
      text: row.text,
      finishReason: row.finish_reason,
      askedAt: Number(row.asked_at),
    }));
  };

const listSources =
  (db: Db): Reports['sources'] =>
  (projectId, filter, { limit, offset }) =>
    db.forProject(projectId).snapshot(async (reads) => {
      const ids = await sourceIds(reads, projectId, filter);
      const page = ids.slice(offset, offset + limit);
      if (page.length === 0) return { rows: [], total: ids.length };
      const rows = await reads.read<Raw>(
        `select * from sources where id in (${page.map(() => '?').join(', ')}) order by number desc`,
        page,
      );
      return { rows: rows.map(toSource), total: ids.length };
    });

const countSources =
  (db: Db): Reports['sourceCounts'] =>
  async (projectId) => {
    const rows = await db
      .forProject(projectId)
      .read<{ status: SourceStatus; type: SourceType; sources: number }>(
        'select status, type, count(*) as sources from sources where project_id = ? group by status, type',
        [projectId],
      );
    return rows.map((row) => ({ ...row, sources: Number(row.sources) }));
  };

/** Finds the next matching conversation after a sequence number. */
function nextConversation(reads: Reads, where: string, parameters: SqlValue[]) {
  return async (before: number): Promise<ExportCursor | null> => {
    const [row] = await reads.read<{ number: number }>(
      `select number from conversations where ${where} order by number desc limit 1`,
      [...parameters, before],
    );
    return row ? { conversation: Number(row.number), seq: 0 } : null;
  };
}

async function messagesAfter(
  reads: Reads,
  { conversation, seq }: ExportCursor,
  limit: number,
  now: number,
): Promise<ExportedRow[]> {
  const rows = await reads.read<Raw>(
    `select messages.*, conversations.visitor_id from conversations
     join messages on messages.conversation_id = conversations.id
     where conversations.number = ? and messages.seq > ? order by messages.seq limit ?`,
    [conversation, seq, limit],
  );
  return rows.map((raw) => ({
    ...toMessage(raw, now),
    visitorId: raw.visitor_id == null ? null : String(raw.visitor_id),
  }));
}

/** Newest first. Names are compared here, as the engines' SQL treats the case of non-ASCII letters differently. */
async function sourceIds(
  reads: Reads,
  projectId: string,
  { status, type, words = [], parentId }: SourceFilter,
): Promise<string[]> {
  const where = ['project_id = ?'];
  const parameters: SqlValue[] = [projectId];
  if (status !== undefined) where.push('status = ?') && parameters.push(status);
  if (type !== undefined) where.push('type = ?') && parameters.push(type);
  if (parentId === null) where.push('parent_id is null');
  else if (parentId !== undefined) where.push('parent_id = ?') && parameters.push(parentId);
  const rows = await reads.read<NamedRow>(
    `select id, metadata, external_id, url from sources where ${where.join(' and ')} order by number desc limit ?`,
    [...parameters, words.length > 0 ? SEARCHED : Number.MAX_SAFE_INTEGER],
  );
  const folded = words.map((word) => word.toLowerCase());
  return rows.filter((row) => folded.length === 0 || isNamed(row, folded)).map(({ id }) => id);
}

interface NamedRow {
  id: string;
  metadata: string;
  external_id: string | null;
  url: string | null;
}

function isNamed(row: NamedRow, words: string[]): boolean {
  const { title, filename, url, final_url } = JSON.parse(row.metadata) as SourceMetadata;
  const names = [title, filename, url, final_url, row.external_id, row.url].filter(Boolean).join('\n').toLowerCase();
  return words.every((word) => names.includes(word));
}
