/**
 * The first schema. It has no cascading references: one statement must never delete an unbounded number of rows. What
 * belongs to a project or a source is erased in short batches (eraser.ts), and a row without its project is never found.
 */
export const initial = [
  // Hands out integer keys (the search index needs them dense), in the same way on every engine.
  'create table counters (name text primary key, value bigint not null)',
  // Data that is being moved here from another engine (move/arriving.ts); no server starts while it is not empty.
  'create table arriving (part text primary key, state text not null)',

  `create table users (
    id text primary key, email text not null unique, name text not null, password_hash text not null,
    token_epoch integer not null, kept_token text, operator integer not null, created_at bigint not null
  )`,
  'create table revocations (jti text primary key, expires_at bigint not null)',
  'create index revocations_by_expiry on revocations (expires_at)',
  // state: running, made (with its resource), or done with an answer, which is null if the resource was deleted.
  // runner: which request with this key is running.
  `create table idempotency (
    credential text not null, key text not null, fingerprint text not null, runner text not null, state text not null,
    status integer, answer text, resource_id text, created_at bigint not null, primary key (credential, key)
  )`,
  'create index idempotency_by_resource on idempotency (resource_id)',
  'create index idempotency_by_age on idempotency (created_at)',

  // number, here and below: the order of creation, also within a millisecond. The search index identifies a project by
  // it.
  // job_turn: increases with each job of the project; the project with the lowest goes next.
  `create table projects (
    id text primary key, number bigint not null unique, user_id text not null, name text not null,
    description text not null, allowed_origins text not null, widget_access text not null, language text not null,
    widget text not null, open_originals integer not null, daily_budget text, retention_days integer, usage_requests bigint not null,
    usage_tokens bigint not null, widget_epoch integer not null, job_turn bigint not null, created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index projects_by_user on projects (user_id, number)',
  `create table api_keys (
    id text primary key, number bigint not null, project_id text not null, name text not null, hash text not null unique,
    prefix text not null, created_at bigint not null, last_used_at bigint
  )`,
  'create index api_keys_by_project on api_keys (project_id, number)',

  `create table sources (
    id text primary key, number bigint not null, project_id text not null, type text not null, status text not null,
    metadata text not null, file_id text, chunks_count integer not null, progress text, error text, created_at bigint not null,
    updated_at bigint not null, completed_at bigint, parent_id text, refresh_hours integer, refresh_at bigint, crawl text,
    validators text
  )`,
  'create index sources_by_project on sources (project_id, number)',
  'create index sources_by_file on sources (file_id)',
  'create index sources_by_parent on sources (parent_id)',
  'create index sources_by_refresh on sources (refresh_at) where refresh_at is not null',
  // The state of a site's crawl. job_id: the job of the current run; found: the number of addresses.
  `create table crawls (
    source_id text primary key, project_id text not null, job_id text not null, origin text not null, robots text,
    bytes bigint not null, found integer not null, began_at bigint not null
  )`,
  // rank: what comes first (the site's rules, the first page, its sitemaps, its pages); page_id: the source made from
  // it.
  `create table crawl_urls (
    source_id text not null, url text not null, number integer not null, kind text not null, rank integer not null,
    depth integer not null, outcome text not null, reason text, status integer, found_on text, duplicate_of text,
    page_id text, digest text, tries integer not null, due_at bigint not null, primary key (source_id, url)
  )`,
  'create index crawl_urls_by_number on crawl_urls (source_id, number)',
  'create index crawl_urls_by_outcome on crawl_urls (source_id, outcome, rank, depth, number)',
  // replacement: a file and its metadata, which replace the source's own once the file has been read.
  `create table jobs (
    id text primary key, project_id text not null, source_id text not null unique, state text not null,
    run_at bigint not null, attempt integer not null, owner text, lease_until bigint, created_at bigint not null,
    replacement_file_id text, replacement_metadata text
  )`,
  'create index jobs_by_project on jobs (project_id)',

  // state: staging (being written), live (searched), retired (to be erased). Only live generations are visible.
  `create table generations (
    id bigint primary key, project_id text not null, source_id text not null, state text not null,
    chunks integer not null, published_at bigint
  )`,
  'create index generations_by_project on generations (project_id, state)',
  'create index generations_by_source on generations (source_id, state)',
  // Only generations to be erased: with an index over all states, a query planner would walk every live one.
  "create index generations_to_erase on generations (state) where state <> 'live'",
  `create table documents (
    source_id text primary key, project_id text not null, title text, language text not null, text text not null
  )`,
  'create index documents_by_project on documents (project_id, language)',
  `create table chunks (
    id bigint primary key, project_id text not null, generation bigint not null, seq integer not null,
    start_offset integer not null, end_offset integer not null, text text not null, headings text not null,
    page integer, unique (generation, seq)
  )`,
  // state: active (searched), building (the next active one), retired (to be erased). last: the newest chunk when
  // building began; older chunks are filled in up to reached. Newer chunks are indexed as they are written; complete is
  // 0 if some are missing.
  `create table vector_indexes (
    id bigint primary key, embedder text not null, dimensions integer not null, state text not null,
    complete integer not null, total integer not null, done integer not null, reached bigint not null, last bigint not null
  )`,

  `create table conversations (
    id text primary key, number bigint not null, project_id text not null, visitor_id text, last_seq integer not null,
    created_at bigint not null, updated_at bigint not null
  )`,
  'create index conversations_by_project on conversations (project_id, number)',
  'create index conversations_by_visitor on conversations (project_id, visitor_id, number)',
  'create index conversations_by_age on conversations (updated_at)',
  // An answer without a finish_reason is being written; its writer is alive until written_until.
  `create table messages (
    id text primary key, conversation_id text not null, seq integer not null, role text not null, text text not null,
    citations text not null, finish_reason text, usage text, rating text, comment text, dismissed integer not null,
    created_at bigint not null, written_until bigint, unique (conversation_id, seq)
  )`,
  // Only the few that an owner may want to answer.
  "create index messages_refused on messages (created_at) where finish_reason = 'refused'",
  'create table message_citations (source_id text not null, message_id text not null, primary key (source_id, message_id))',
  'create index message_citations_by_message on message_citations (message_id)',

  // How an answer was made, if the request asked for it, and the sources whose passages the trace shows.
  'create table message_traces (message_id text primary key, trace text not null)',
  `create table message_trace_sources (
    source_id text not null, message_id text not null, primary key (source_id, message_id)
  )`,
  'create index message_trace_sources_by_message on message_trace_sources (message_id)',

  // Counts per day (UTC, yyyy-mm-dd), which outlive the conversations.
  `create table daily_usage (
    project_id text not null, day text not null, requests bigint not null, prompt_tokens bigint not null,
    completion_tokens bigint not null, answered bigint not null, refused bigint not null, aborted bigint not null,
    failed bigint not null, up bigint not null, down bigint not null, primary key (project_id, day)
  )`,
  // measure: whole or first; bucket: a range of milliseconds (services/latency.ts).
  `create table daily_latencies (
    project_id text not null, day text not null, measure text not null, bucket integer not null, answers bigint not null,
    primary key (project_id, day, measure, bucket)
  )`,

  // Questions per day (UTC, yyyy-mm-dd) of a project and of each of its visitors; the empty visitor is the project
  // itself.
  `create table daily_questions (
    project_id text not null, day text not null, visitor_id text not null, asked integer not null,
    primary key (project_id, day, visitor_id)
  )`,
  'create index daily_questions_by_day on daily_questions (day)',

  // What counts against a subject, in the format of its limit; version changes with each write.
  'create table limit_states (subject text primary key, state text not null, version text not null, forget_at bigint not null)',
  'create index limit_states_by_age on limit_states (forget_at)',
  // Which process does the work that only one at a time may do.
  'create table leases (name text primary key, owner text not null, lease_until bigint not null)',
  // Original files that are not on a disk, in parts; only complete files are visible.
  `create table files (
    id text primary key, size bigint not null, parts integer not null, whole integer not null, stored_at bigint not null
  )`,
  'create index files_by_age on files (stored_at)',
  'create table file_parts (file_id text not null, seq integer not null, bytes bytea not null, primary key (file_id, seq))',
  // The secret that signs tokens, if it is not in a file or a setting.
  'create table secrets (name text primary key, secret text not null)',

  // Deletions in progress: readers no longer see what is named here, and its bytes are being erased.
  'create table erasures (id text primary key, kind text not null, file_id text, begun_at bigint not null)',
];
