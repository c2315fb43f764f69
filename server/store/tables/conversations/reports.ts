import type { Rating, SourceMetadata, SourceStatus, SourceType } from '@footnote/sdk/contract';
import type { Db, Reads, SqlValue } from '../../db.ts';
import { findAll } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { sources } from '../../types/sources.ts';
import type {
  AskedPageRow,
  AskedQuestion,
  ExportCursor,
  ExportedRow,
  FeedbackState,
  Reports,
  SourceFilter,
  SureAnswer,
  UnansweredQuestion,
} from '../../types.ts';
import { paginate } from '../paginate.ts';
import { filterCondition, listConversations } from './listed-conversations.ts';
import { SURE, toMessage, UNANSWERED } from './message.ts';

/** A text search covers this many of the latest sources. */
const SEARCHED = 10_000;

/** Reports for owners; on SQLite they run in the searching thread (sqlite/open.ts). */
export function createReports(db: Db): Omit<Reports, 'storage' | 'quotaUse'> {
  return {
    conversations: (projectId, filter, paging) => listConversations(db, projectId, filter, paging),
    messages: exportMessages(db),
    unanswered: listUnanswered(db),
    weakest: listWeakest(db),
    sources: (projectId, filter, { limit, offset }) =>
      db.forProject(projectId).snapshot(async (reads) => {
        const ids = await sourceIds(reads, projectId, filter);
        const page = ids.slice(offset, offset + limit);
        if (page.length === 0) return { rows: [], total: ids.length };
        const condition = `id in (${page.map(() => '?').join(', ')}) order by number desc`;
        return { rows: await findAll(reads, sources, condition, page), total: ids.length };
      }),
    async sourceCounts(projectId) {
      const rows = await db
        .forProject(projectId)
        .read<{ status: SourceStatus; type: SourceType; sources: number }>(
          'select status, type, count(*) as sources from sources where project_id = ? group by status, type',
          [projectId],
        );
      return rows.map((row) => ({ ...row, sources: Number(row.sources) }));
    },
    feedback: listFeedback(db),
    asked: listAsked(db),
    citedSources: listCitedSources(db),
    askedPages: listAskedPages(db),
    sourceState: sourceState(db),
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

/** The question of an answer. */
const QUESTION = `coalesce((select asked.text from messages as asked where asked.conversation_id = answers.conversation_id
  and asked.role = 'user' and asked.seq < answers.seq order by asked.seq desc limit 1), '')`;

/** What the reports show of an answer. */
const ANSWER = `answers.id as "messageId", answers.conversation_id as "conversationId", answers.created_at as "askedAt",
  ${QUESTION} as text`;

const listUnanswered =
  (db: Db): Reports['unanswered'] =>
  (projectId, { from, to }, limit) =>
    db.forProject(projectId).read<UnansweredQuestion>(
      `select ${ANSWER}, answers.finish_reason as "finishReason"
       from messages as answers join conversations on conversations.id = answers.conversation_id
       where answers.${UNANSWERED} and answers.reason is null and answers.dismissed = 0
         and conversations.project_id = ?
         and answers.created_at >= ? and answers.created_at < ?
       order by answers.created_at desc, answers.id limit ?`,
      [projectId, from, to, limit],
    );

const listWeakest =
  (db: Db): Reports['weakest'] =>
  (projectId, { from, to }, limit) =>
    db.forProject(projectId).read<SureAnswer>(
      `select ${ANSWER}, answers.certainty
       from (select * from messages where ${SURE} and dismissed = 0) as answers
       join conversations on conversations.id = answers.conversation_id
       where conversations.project_id = ? and answers.created_at >= ? and answers.created_at < ?
       order by answers.certainty, answers.created_at desc, answers.id limit ?`,
      [projectId, from, to, limit],
    );

const listFeedback =
  (db: Db): Reports['feedback'] =>
  (projectId, { state, rating }, paging) => {
    const where = ['messages.rating is not null', IN_PROJECT];
    const parameters: SqlValue[] = [projectId];
    if (state !== undefined) where.push("coalesce(messages.feedback_state, 'new') = ?") && parameters.push(state);
    if (rating !== undefined) where.push('messages.rating = ?') && parameters.push(rating);
    return paginate(
      db.forProject(projectId),
      {
        table: 'messages',
        select: `messages.*, coalesce((select asked.text from messages as asked
          where asked.conversation_id = messages.conversation_id and asked.seq = messages.seq - 1), '') as question`,
        where: where.join(' and '),
        parameters,
        order: 'messages.created_at desc, messages.id',
      },
      paging,
      (raw) => ({
        messageId: String(raw.id),
        conversationId: String(raw.conversation_id),
        question: String(raw.question),
        answer: String(raw.text),
        rating: String(raw.rating) as Rating,
        comment: raw.comment == null ? null : String(raw.comment),
        state: (raw.feedback_state ?? 'new') as FeedbackState,
        answeredAt: Number(raw.created_at),
      }),
    );
  };

/** Messages of conversations of a project. */
const IN_PROJECT = `exists (select 1 from conversations
  where conversations.id = messages.conversation_id and conversations.project_id = ?)`;

const listAsked =
  (db: Db): Reports['asked'] =>
  (projectId, { from, to }, limit) =>
    db.forProject(projectId).read<AskedQuestion>(
      `select asked.text, asked.created_at as "askedAt", (select answers.finish_reason from messages as answers
         where answers.conversation_id = asked.conversation_id and answers.seq = asked.seq + 1) as "finishReason"
       from messages as asked join conversations on conversations.id = asked.conversation_id
       where conversations.project_id = ? and asked.role = 'user' and asked.created_at >= ? and asked.created_at < ?
       order by asked.created_at desc, asked.id limit ?`,
      [projectId, from, to, limit],
    );

const listCitedSources =
  (db: Db): Reports['citedSources'] =>
  async (projectId, { from, to }, limit) => {
    const rows = await db.forProject(projectId).read<{ id: string; metadata: string; answers: number }>(
      `select sources.id, sources.metadata, cited.answers from (
         select message_citations.source_id, count(*) as answers from message_citations
         join messages on messages.id = message_citations.message_id
         join conversations on conversations.id = messages.conversation_id
         where conversations.project_id = ? and messages.created_at >= ? and messages.created_at < ?
         group by message_citations.source_id) as cited
       join sources on sources.id = cited.source_id where sources.project_id = ?
       order by cited.answers desc, sources.number limit ?`,
      [projectId, from, to, projectId, limit],
    );
    return rows.map(({ id, metadata, answers }) => ({
      sourceId: id,
      title: titleOf(metadata),
      answers: Number(answers),
    }));
  };

const listAskedPages =
  (db: Db): Reports['askedPages'] =>
  (projectId, { from, to }, limit) =>
    db.forProject(projectId).read<AskedPageRow>(
      `select asked.page_url as "pageUrl", count(*) as questions,
         sum(case when answers.finish_reason in ('refused', 'unsure') then 1 else 0 end) as unanswered,
         sum(case when answers.finish_reason = 'unsure' then 1 else 0 end) as unsure
       from messages as asked join conversations on conversations.id = asked.conversation_id
       left join messages as answers on answers.conversation_id = asked.conversation_id and answers.seq = asked.seq + 1
       where conversations.project_id = ? and asked.page_url is not null
         and asked.created_at >= ? and asked.created_at < ?
       group by asked.page_url order by count(*) desc, asked.page_url limit ?`,
      [projectId, from, to, limit],
    );

/** Sources that were read, and that no stored answer cites. */
const NEVER_CITED = `project_id = ? and status = 'completed'
  and not exists (select 1 from message_citations where message_citations.source_id = sources.id)`;

const sourceState =
  (db: Db): Reports['sourceState'] =>
  (projectId, examples) =>
    db.forProject(projectId).snapshot(async (reads) => {
      const [all] = await reads.read<{ total: number; failed: number | null; last_read: number | null }>(
        `select count(*) as total, sum(case when status = 'failed' then 1 else 0 end) as failed,
           max(completed_at) as last_read from sources where project_id = ?`,
        [projectId],
      );
      const [never] = await reads.read<{ sources: number }>(
        `select count(*) as sources from sources where ${NEVER_CITED}`,
        [projectId],
      );
      const rows = await reads.read<{ id: string; metadata: string }>(
        `select id, metadata from sources where ${NEVER_CITED} order by number limit ?`,
        [projectId, examples],
      );
      return {
        total: Number(all?.total ?? 0),
        failed: Number(all?.failed ?? 0),
        lastReadAt: all?.last_read == null ? null : Number(all.last_read),
        neverCited: Number(never?.sources ?? 0),
        examples: rows.map(({ id, metadata }) => ({ sourceId: id, title: titleOf(metadata) })),
      };
    });

function titleOf(metadata: string): string {
  const { title, filename, url } = JSON.parse(metadata) as SourceMetadata;
  return title || filename || url || '';
}

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
