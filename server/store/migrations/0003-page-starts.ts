/** A file with several pages, by what reading it has taught us. */
const PAGED = `metadata like '%"pages":%' and metadata not like '%"pages":1}%' and metadata not like '%"pages":1,%'`;

/**
 * Chunks know where each page begins in them: JSON, null where none does. In those of before only the page on which they
 * begin is known, so files with pages are read once more; what answers by now answers until then. A file of the web is
 * read anew the next time that its address is asked, even if its server says that nothing has changed.
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
