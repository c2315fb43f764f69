/**
 * Chunks record their blocks (`encodeBlocks`) and their section; both are null in existing chunks. So every file and
 * text is read again, in one job each; until then the current chunks answer. Pages from the web are read again when
 * their address is next requested, even if the server says that nothing has changed.
 */
export const chunkBlocks = [
  'alter table chunks add column blocks text',
  'alter table chunks add column section integer',
  `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at)
   select 'job_blocks_' || id, project_id, id, 'queued', updated_at, 0, updated_at from sources
   where type in ('file', 'text') and status = 'completed' and file_id is not null
     and exists (select 1 from projects where projects.id = sources.project_id)
     and not exists (select 1 from jobs where jobs.source_id = sources.id)`,
  "update sources set status = 'pending' where status = 'completed' and id in (select source_id from jobs where id like 'job_blocks_%')",
  "update sources set validators = null where type = 'url'",
];
