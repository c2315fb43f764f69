import type { Rating } from '@footnote/sdk/contract';
import { errors } from '../../../platform/errors.ts';
import type { Db, SqlValue, Tx } from '../../db.ts';
import type { Eraser } from '../../deletion/eraser.ts';
import { remove as erase, find, ifKept, insert, update } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { conversations, messages } from '../../types/conversations.ts';
import type { Conversations, StoredTrace } from '../../types.ts';
import { paginate } from '../paginate.ts';
import { emitFeedback } from './answer-events.ts';
import { appendMessage } from './append-message.ts';
import { LISTED, listConversations, toListed, WITH_FIRST } from './listed-conversations.ts';
import { SURE, toMessage, UNANSWERED } from './message.ts';

const DELETE_BATCH = 20;

/** Of a project that is there. */
const OF_PROJECT = 'project_id = ? and exists (select 1 from projects where projects.id = conversations.project_id)';

/** Messages of a conversation of a project. */
const MESSAGE_OF_PROJECT = `exists (select 1 from conversations
  where conversations.id = messages.conversation_id and conversations.project_id = ?)`;
const IN_CONVERSATION = `conversation_id = ? and ${MESSAGE_OF_PROJECT}`;

const rate =
  (db: Db): Conversations['rate'] =>
  (projectId, conversationId, messageId, rating, comment) =>
    db.forProject(projectId).tx(async (tx) => {
      const [answer] = await tx.read<{
        rating: Rating | null;
        comment: string | null;
        created_at: number;
        seq: number;
      }>(
        `select rating, comment, created_at, seq from messages where id = ? and ${IN_CONVERSATION} and role = 'assistant'`,
        [messageId, conversationId, projectId],
      );
      if (!answer) return null;
      await update(tx, messages, { rating, comment, feedbackState: null }, 'id = ?', [messageId]);
      const isNew = rating !== answer.rating || comment !== answer.comment;
      if (rating !== null && isNew) {
        const about = { projectId, conversationId, messageId, seq: answer.seq };
        await emitFeedback(tx, about, { rating, comment }, db.now());
      }
      return { before: answer.rating, answeredAt: Number(answer.created_at) };
    });

const deleteOlderThan =
  (db: Db, eraser: Eraser): Conversations['deleteOlderThan'] =>
  (updatedBefore, projectId) =>
    deleteInBatches(
      db,
      eraser,
      projectId === null
        ? `updated_at < ? and not exists (select 1 from projects
           where projects.id = conversations.project_id and projects.retention_days is not null)`
        : 'updated_at < ? and project_id = ?',
      projectId === null ? [updatedBefore] : [updatedBefore, projectId],
    );

export function createConversations(db: Db, eraser: Eraser): Conversations {
  return {
    async create(conversation, first = null) {
      const begin = async (tx: Tx) => {
        const [number = 0] = await tx.numbers('conversation');
        const row = { ...conversation, number };
        const { changes } = await insert(tx, conversations, row, ifKept('projects', conversation.projectId));
        if (changes === 0) throw errors.notFound();
        if (first) await appendMessage(tx, conversation.projectId, conversation.id, first);
      };
      // Durable with the first answer.
      await db.forProject(conversation.projectId).counting(begin, { durable: false });
    },
    byId: (projectId, id) => find(db.forProject(projectId), conversations, `id = ? and ${OF_PROJECT}`, [id, projectId]),
    byAnswer: (projectId, messageId) =>
      find(
        db.forProject(projectId),
        conversations,
        `id = (select conversation_id from messages where messages.id = ? and role = 'assistant') and ${OF_PROJECT}`,
        [messageId, projectId],
      ),
    list: (projectId, filter, paging) => listConversations(db, projectId, filter, paging),
    async listed(projectId, id) {
      const [row] = await db
        .forProject(projectId)
        .read<Raw>(
          `select ${LISTED} from conversations ${WITH_FIRST} where conversations.id = ? and conversations.project_id = ?`,
          [id, projectId],
        );
      return row ? toListed(row) : null;
    },
    messages: (projectId, conversationId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'messages', where: IN_CONVERSATION, parameters: [conversationId, projectId], order: 'seq' },
        paging,
        (row) => toMessage(row, db.now()),
      ),
    rate: rate(db),
    async setFeedbackState(projectId, messageId, state) {
      const rated = `id = ? and rating is not null and ${MESSAGE_OF_PROJECT}`;
      const changes = { feedbackState: state === 'new' ? null : state };
      return (await update(db.forProject(projectId), messages, changes, rated, [messageId, projectId])) === 1;
    },
    async trace(projectId, messageId) {
      const [row] = await db.forProject(projectId).read<{ trace: string }>(
        `select message_traces.trace from message_traces join messages on messages.id = message_traces.message_id
     join conversations on conversations.id = messages.conversation_id
     where message_traces.message_id = ? and conversations.project_id = ?`,
        [messageId, projectId],
      );
      return row ? (JSON.parse(row.trace) as StoredTrace) : null;
    },
    dismiss: (projectId, messageIds) =>
      db.forProject(projectId).tx(async (tx) => {
        let dismissed = 0;
        for (const id of messageIds) {
          const weak = `id = ? and (${UNANSWERED} or ${SURE}) and dismissed = 0 and ${MESSAGE_OF_PROJECT}`;
          dismissed += await update(tx, messages, { dismissed: true }, weak, [id, projectId]);
        }
        return dismissed;
      }),
    async delete(projectId, id) {
      const erasures = await db.forProject(projectId).tx(async (tx) => {
        const found = await erase(tx, conversations, 'id = ? and project_id = ?', [id, projectId]);
        return found === 0 ? [] : [await eraser.note(tx, { id, kind: 'conversation', fileId: null })];
      });
      await eraser.finish(erasures);
      return erasures.length > 0;
    },
    append: (projectId, conversationId, message) =>
      db
        .forProject(projectId)
        .counting((tx) => appendMessage(tx, projectId, conversationId, message), { durable: message.role !== 'user' }),
    async recentMessages(projectId, conversationId, limit) {
      const rows = await db
        .forProject(projectId)
        .read<Raw>(`select * from messages where ${IN_CONVERSATION} order by seq desc limit ?`, [
          conversationId,
          projectId,
          limit,
        ]);
      return rows.map((row) => toMessage(row, db.now())).reverse();
    },
    deleteAll: (projectId, visitorId) =>
      deleteInBatches(
        db,
        eraser,
        visitorId === null ? 'project_id = ?' : 'project_id = ? and visitor_id = ?',
        visitorId === null ? [projectId] : [projectId, visitorId],
      ),
    deleteOlderThan: deleteOlderThan(db, eraser),
  };
}

async function deleteInBatches(db: Db, eraser: Eraser, where: string, parameters: SqlValue[]): Promise<number> {
  let deleted = 0;
  for (;;) {
    const erasures = await db.tx(async (tx) => {
      const { rows } = await tx.write<{ id: string }>(
        `delete from conversations where id in (select id from conversations where ${where} limit ?) returning id`,
        [...parameters, DELETE_BATCH],
      );
      return Promise.all(rows.map(({ id }) => eraser.note(tx, { id, kind: 'conversation', fileId: null })));
    });
    await eraser.finish(erasures);
    deleted += erasures.length;
    if (erasures.length < DELETE_BATCH) return deleted;
  }
}
