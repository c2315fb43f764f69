import { errors } from '../errors.ts';
import { advance } from './counters.ts';
import type { Db, Reads } from './db.ts';
import type { Eraser } from './erase.ts';
import { pageOf } from './page-of.ts';
import { redact } from './redact.ts';
import { type Raw, toConversation, toJson, toListedConversation, toMessage } from './rows.ts';
import type { Conversations, StoredCitation } from './types.ts';

const DELETED_AT_ONCE = 20;

const answersWith = (condition: string) =>
  `(select count(*) from messages where messages.conversation_id = conversations.id and ${condition})`;
const COUNTS = `${answersWith("finish_reason = 'refused'")} as refused, ${answersWith("rating = 'up'")} as up,
  ${answersWith("rating = 'down'")} as down`;

export function createConversations(db: Db, eraser: Eraser): Conversations {
  return {
    async create(conversation) {
      await db.tx(async (tx) => {
        const { changes } = await tx.write(
          `insert into conversations (id, number, project_id, visitor_id, last_seq, created_at, updated_at)
           select ?, ?, id, ?, 0, ?, ? from projects where id = ?`,
          [
            conversation.id,
            await advance(tx, 'conversation'),
            conversation.visitorId,
            conversation.createdAt,
            conversation.updatedAt,
            conversation.projectId,
          ],
        );
        if (changes === 0) throw errors.notFound();
      });
    },

    async byId(projectId, id) {
      const [row] = await db.read<Raw>(
        `select * from conversations where id = ? and project_id = ?
           and exists (select 1 from projects where projects.id = conversations.project_id)`,
        [id, projectId],
      );
      return row ? toConversation(row) : null;
    },

    async byAnswer(projectId, messageId) {
      const [row] = await db.read<Raw>(
        `select conversations.* from messages join conversations on conversations.id = messages.conversation_id
         where messages.id = ? and messages.role = 'assistant' and conversations.project_id = ?
           and exists (select 1 from projects where projects.id = conversations.project_id)`,
        [messageId, projectId],
      );
      return row ? toConversation(row) : null;
    },

    list: (projectId, visitorId, paging) =>
      pageOf(
        db,
        {
          table: 'conversations',
          select: `conversations.*, first.text as title, ${COUNTS}`,
          join: 'left join messages as first on first.conversation_id = conversations.id and first.seq = 1',
          where: visitorId === null ? 'project_id = ?' : 'project_id = ? and visitor_id = ?',
          parameters: visitorId === null ? [projectId] : [projectId, visitorId],
          order: 'number desc',
        },
        paging,
        toListedConversation,
      ),

    messages: (conversationId, paging) =>
      pageOf(
        db,
        { table: 'messages', where: 'conversation_id = ?', parameters: [conversationId], order: 'seq' },
        paging,
        toMessage,
      ),

    async rate(conversationId, messageId, rating, comment) {
      const { changes } = await db.write(
        "update messages set rating = ?, comment = ? where id = ? and conversation_id = ? and role = 'assistant'",
        [rating, comment, messageId, conversationId],
      );
      return changes === 1;
    },

    async delete(projectId, id) {
      const erasures = await db.tx(async (tx) => {
        const { changes } = await tx.write('delete from conversations where id = ? and project_id = ?', [
          id,
          projectId,
        ]);
        return changes === 0 ? [] : [await eraser.note(tx, { id, kind: 'conversation', fileId: null })];
      });
      await eraser.finish(erasures);
      return erasures.length > 0;
    },

    append: (conversationId, message) =>
      db.tx(async (tx) => {
        const { rows } = await tx.write<{ last_seq: number }>(
          `update conversations set last_seq = last_seq + 1, updated_at = ? where id = ?
             and exists (select 1 from projects where projects.id = conversations.project_id) returning last_seq`,
          [message.createdAt, conversationId],
        );
        const [conversation] = rows;
        if (!conversation) return null;
        // A source may have been deleted while the answer that cites it was being written.
        const deleted = await missingSources(tx, message.citations);
        const { text, citations } = redact(message, (sourceId) => deleted.has(sourceId));
        const said = { rating: null, comment: null };
        const stored = { ...message, ...said, text, citations, conversationId, seq: conversation.last_seq };
        await tx.write(
          `insert into messages (id, conversation_id, seq, role, text, citations, finish_reason, usage, created_at)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            stored.id,
            conversationId,
            stored.seq,
            stored.role,
            text,
            JSON.stringify(citations),
            stored.finishReason,
            toJson(stored.usage),
            stored.createdAt,
          ],
        );
        for (const sourceId of new Set(citations.map((citation) => citation.sourceId))) {
          if (deleted.has(sourceId)) continue;
          await tx.write('insert into message_citations (source_id, message_id) values (?, ?)', [sourceId, stored.id]);
        }
        return stored;
      }),

    async recentMessages(conversationId, limit) {
      const rows = await db.read<Raw>('select * from messages where conversation_id = ? order by seq desc limit ?', [
        conversationId,
        limit,
      ]);
      return rows.map(toMessage).reverse();
    },

    async deleteOlderThan(updatedBefore) {
      let deleted = 0;
      for (;;) {
        const erasures = await db.tx(async (tx) => {
          const { rows } = await tx.write<{ id: string }>(
            `delete from conversations where id in (select id from conversations where updated_at < ? limit ?) returning id`,
            [updatedBefore, DELETED_AT_ONCE],
          );
          return Promise.all(rows.map(({ id }) => eraser.note(tx, { id, kind: 'conversation', fileId: null })));
        });
        await eraser.finish(erasures);
        deleted += erasures.length;
        if (erasures.length < DELETED_AT_ONCE) return deleted;
      }
    },
  };
}

async function missingSources(reads: Reads, citations: StoredCitation[]): Promise<Set<string>> {
  const missing = new Set<string>();
  for (const { sourceId } of citations) {
    const found = await reads.read('select 1 as found from sources where id = ?', [sourceId]);
    if (found.length === 0) missing.add(sourceId);
  }
  return missing;
}
