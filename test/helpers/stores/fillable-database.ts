import { errors } from '../../../server/platform/errors.ts';
import type { Db } from '../../../server/store/db.ts';

/** The same database, whose disk is full for as long as `isFull` says: it is read, and takes no writes. */
export function fillable(db: Db, isFull: () => boolean): Db {
  const unlessFull =
    <Words extends unknown[], Result>(write: (...words: Words) => Promise<Result>) =>
    async (...words: Words): Promise<Result> => {
      if (isFull()) throw errors.storageFull();
      return write(...words);
    };
  return {
    read: (sql, parameters) => db.read(sql, parameters),
    snapshot: (work) => db.snapshot(work),
    now: () => db.now(),
    forProject: (projectId) => fillable(db.forProject(projectId), isFull),
    write: unlessFull((sql, parameters) => db.write(sql, parameters)) as Db['write'],
    numbers: unlessFull((counter, count) => db.numbers(counter, count)) as Db['numbers'],
    tx: unlessFull((work, options) => db.tx(work, options)) as Db['tx'],
    counting: unlessFull((work, options) => db.counting(work, options)) as Db['counting'],
  };
}
