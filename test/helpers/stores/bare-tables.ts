import type { Db } from '../../../server/store/db.ts';
import { createEraser } from '../../../server/store/deletion/eraser.ts';
import { SILENT } from './rows.ts';

/** For tables that a test writes by SQL: the index is never asked to do anything, and nothing is erased. */
export const NO_INDEX = { add: async () => undefined, remove: async () => undefined };

export const eraserOn = (db: Db) =>
  createEraser({
    db,
    index: NO_INDEX,
    noteErased: async () => undefined,
    rowsAtOnce: 1,
    files: { delete: async () => undefined },
    log: SILENT,
  });

/** Inserts a project by SQL, with the columns that every version of the schema has. */
export async function insertProject(db: Db, id = 'proj_1', number = 1): Promise<void> {
  await db.write(
    `insert into projects (id, number, user_id, name, description, allowed_origins, widget_access, language, widget,
       open_originals, usage_requests, usage_tokens, widget_epoch, job_turn, created_at, updated_at)
     values (?, ?, 'usr_1', '', '', '[]', 'token', 'auto', '{}', 0, 0, 0, 1, 0, 0, 0)`,
    [id, number],
  );
}
