import { emit, timestampOf } from '../../coordination/outbox.ts';
import type { Db, SqlValue, Tx } from '../../db.ts';
import { eraseHandover } from '../../deletion/erase-rows.ts';
import { exists, find, ifKept, insert, updateOne } from '../../rows.ts';
import { conversations } from '../../types/conversations.ts';
import { handovers } from '../../types/handovers.ts';
import type { HandoverRow, Handovers } from '../../types.ts';
import { pageOf } from '../paginate.ts';

const DELETE_BATCH = 50;

const OF_PROJECT = `id = ? and project_id = ?
  and exists (select 1 from projects where projects.id = handovers.project_id)`;

const create =
  (db: Db): Handovers['create'] =>
  (row) =>
    db.forProject(row.projectId).counting(async (tx) => {
      // A deletion must find what is written here.
      if (row.conversationId !== null) {
        const held = [row.conversationId, row.projectId];
        if (!(await exists(tx, conversations, 'id = ? and project_id = ? for key share', held))) return false;
      }
      const [number = 0] = await tx.numbers('handover');
      const { changes } = await insert(tx, handovers, { ...row, number }, ifKept('projects', row.projectId));
      if (changes === 1) await emitCreated(tx, row);
      return changes === 1;
    });

async function emitCreated(tx: Tx, row: HandoverRow): Promise<void> {
  const { id, projectId, conversationId, email, question, pageUrl } = row;
  const data = {
    project_id: projectId,
    handover_id: id,
    conversation_id: conversationId,
    email,
    question,
    page_url: pageUrl,
  };
  const event = { type: 'handover.created', timestamp: timestampOf(row.createdAt), data } as const;
  await emit(tx, projectId, event.type, async () => ({ event, subjectId: id }));
}

/** Questions that visitors handed over to a person. */
export function createHandovers(db: Db): Handovers {
  return {
    create: create(db),

    byId: (projectId, id) => find(db.forProject(projectId), handovers, OF_PROJECT, [id, projectId]),

    list: (projectId, { status }, paging) =>
      pageOf(
        db.forProject(projectId),
        handovers,
        `project_id = ?${status ? ' and status = ?' : ''}`,
        [projectId, ...(status ? [status] : [])],
        'number desc',
        paging,
      ),

    update(projectId, id, changes, at) {
      const closing = changes.status !== undefined && { closedAt: changes.status === 'closed' ? at : null };
      const all = { ...changes, ...closing, updatedAt: at };
      return updateOne(db.forProject(projectId), handovers, all, OF_PROJECT, [id, projectId]);
    },

    delete: (projectId, id) =>
      db.forProject(projectId).tx(async (tx) => {
        const found = await exists(tx, handovers, OF_PROJECT, [id, projectId]);
        if (found) await eraseHandover(tx, id);
        return found;
      }),

    deleteAll: (projectId, visitorId) =>
      deleteInBatches(
        db.forProject(projectId),
        visitorId === null ? 'project_id = ?' : 'project_id = ? and visitor_id = ?',
        visitorId === null ? [projectId] : [projectId, visitorId],
      ),

    deleteOlderThan: (updatedBefore, projectId) =>
      deleteInBatches(
        db,
        `conversation_id is null and updated_at < ? and ${
          projectId === null
            ? `not exists (select 1 from projects
                where projects.id = handovers.project_id and projects.retention_days is not null)`
            : 'project_id = ?'
        }`,
        projectId === null ? [updatedBefore] : [updatedBefore, projectId],
      ),
  };
}

async function deleteInBatches(db: Db, where: string, parameters: SqlValue[]): Promise<void> {
  for (;;) {
    const deleted = await db.tx(async (tx) => {
      const rows = await tx.read<{ id: string }>(`select id from handovers where ${where} limit ?`, [
        ...parameters,
        DELETE_BATCH,
      ]);
      for (const { id } of rows) await eraseHandover(tx, id);
      return rows.length;
    });
    if (deleted < DELETE_BATCH) return;
  }
}
