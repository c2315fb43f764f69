import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { truncateLog } from '../database/driver.ts';

/** The thread of one compaction: rewrites the database file, then reports whether the log could be emptied into it. */
const path: string = workerData;
const database = new Database(path);
try {
  // The caller keeps its own writers waiting; a backup tool may hold the file for a moment.
  database.pragma('busy_timeout = 2000');
  database.pragma('secure_delete = on');
  // FTS5 keeps the words of deleted rows until it merges; this rebuilds the index from the remaining rows.
  if (database.prepare("select 1 from sqlite_master where name = 'search_text'").get()) {
    database.exec("insert into search_text (search_text) values ('rebuild')");
  }
  // sqlite-vec finds its blocks by row numbers. SQLite promises to keep these for integer primary keys alone, but keeps them
  // in each table that has an index, as those of sqlite-vec have; compaction.test.ts would show a change.
  database.exec('vacuum');
  parentPort?.postMessage(truncateLog(database));
} finally {
  database.close();
}
