/** A file with several pages, judged by the metadata of its last reading. */
const PAGED = `metadata like '%"pages":%' and metadata not like '%"pages":1}%' and metadata not like '%"pages":1,%'`;

/**
 * Chunks record where pages begin in them: JSON, or null if no page does. Existing chunks have only the page on which
 * they begin, so files with pages are read again; until then the current chunks answer. Files from the web are read
 * again when their address is next requested, even if the server says that nothing has changed.
 */
export const pageStarts = [
  'alter table chunks add column later_pages text',
  `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at)
   select 'job_pages_' || id, project_id, id, 'queued', updated_at, 0, updated_at from sources
   where type = 'file' and status = 'completed' and file_id is not null and ${PAGED}
     and exists (select 1 from projects where projects.id = sources.project_id)
     and not exists (select 1 from jobs where jobs.source_id = sources.id)`,
  "update sources set status = 'pending' where status = 'completed' and id in (select source_id from jobs where id like 'job_pages_%')",
  `update sources set validators = null where type = 'url' and ${PAGED}`,
];
