/**
 * What was left out of a document because it is not content, such as the footer of a page; and what repeats on the pages of a site,
 * which is not content either. So each HTML file is read again, in one job; until then the current chunks answer. Pages from the web
 * are read again when their address is next requested, even if the server says that nothing has changed.
 */
export const reading = [
  'alter table sources add column reading text',
  'alter table crawls add column template text',
  `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at)
   select 'job_html_' || id, project_id, id, 'queued', updated_at, 0, updated_at from sources
   where type = 'file' and status = 'completed' and file_id is not null
     and metadata like '%"content_type":"text/html"%'
     and exists (select 1 from projects where projects.id = sources.project_id)
     and not exists (select 1 from jobs where jobs.source_id = sources.id)`,
  "update sources set status = 'pending' where status = 'completed' and id in (select source_id from jobs where id like 'job_html_%')",
  "update sources set validators = null where type = 'url'",
];
