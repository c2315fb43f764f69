/**
 * A process that ingests sources without end and prints what was acknowledged, one line each, until it is killed:
 * `ready`, then `source <id>` once created, `done <id>` once published, and
 * `deleting <id>` before and `deleted <id>` after a deletion.
 */
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../../../server/store/sqlite/open.ts';
import {
  aChunk,
  aProject,
  aSource,
  claimed,
  EMBEDDER,
  published,
  SILENT,
  staged,
  withUser,
} from '../../../helpers/stores/rows.ts';

const dataDir = process.argv[2] ?? '';
const store = await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT });
const project = aProject({ id: 'proj_killed' });
await withUser(store, project.userId);
if ((await store.projects.byId(project.id)) === null) await store.projects.create(project);
await store.jobs.recover(Date.now(), { code: 'interrupted', message: 'x' });
await store.chunks.sweep();
// Written at once: what was printed was acknowledged, whatever happens to the process after it.
const say = (line: string) => writeSync(1, `${line}\n`);
say('ready');
for (let round = 0; ; round += 1) {
  const source = aSource(project.id);
  await store.sources.create(source);
  say(`source ${source.id}`);
  const job = await claimed(store, `process-${process.pid}`, Date.now(), 60_000);
  const chunks = Array.from({ length: 120 }, (_, seq) =>
    aChunk(seq, `word${seq} shared ${job.sourceId.toLowerCase()}`),
  );
  await published(store, job, await staged(store, job, chunks), chunks);
  say(`done ${job.sourceId}`);
  if (round % 3 === 2) {
    say(`deleting ${job.sourceId}`);
    await store.sources.delete(project.id, job.sourceId);
    say(`deleted ${job.sourceId}`);
  }
}
