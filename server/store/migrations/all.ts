import { initial } from './initial.ts';

/** Milliseconds for which an entry of the audit log is kept: a year. */
export const AUDIT_KEPT_MS = 365 * 24 * 60 * 60_000;

/** A schema change, with words for the operator that say what it is for. */
const change = (title: string, statements: string[]) => ({ title, statements });

/** A file with several pages, judged by the metadata of its last reading. */
const PAGED = `metadata like '%"pages":%' and metadata not like '%"pages":1}%' and metadata not like '%"pages":1,%'`;

/** An earlier identity of the same account and issuer. */
const EARLIER = `select 1 from identities as earlier
  where earlier.issuer = identities.issuer and earlier.user_id = identities.user_id
    and (earlier.created_at < identities.created_at
      or (earlier.created_at = identities.created_at and earlier.subject < identities.subject))`;

/** Only append to it. */
const CHANGES = [
  change('the first schema', initial),
  /**
   * The addresses from which an account has logged in. `address_hash` is a keyed hash that includes the account, so that
   * accounts cannot be linked by address.
   */
  change('the addresses of earlier logins', [
    `create table login_addresses (
    user_id text not null, address_hash text not null, last_login_at bigint not null, primary key (user_id, address_hash)
  )`,
    'create index login_addresses_by_age on login_addresses (last_login_at)',
  ]),
  /**
   * Chunks record where pages begin in them: JSON, or null if no page does. Existing chunks have only the page on which
   * they begin, so files with pages are read again; until then the current chunks answer. Files from the web are read
   * again when their address is next requested, even if the server says that nothing has changed.
   */
  change('where pages begin; files of several pages are read again', [
    'alter table chunks add column later_pages text',
    `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at)
   select 'job_pages_' || id, project_id, id, 'queued', updated_at, 0, updated_at from sources
   where type = 'file' and status = 'completed' and file_id is not null and ${PAGED}
     and exists (select 1 from projects where projects.id = sources.project_id)
     and not exists (select 1 from jobs where jobs.source_id = sources.id)`,
    "update sources set status = 'pending' where status = 'completed' and id in (select source_id from jobs where id like 'job_pages_%')",
    `update sources set validators = null where type = 'url' and ${PAGED}`,
  ]),
  /** Why an answer ended as it did (`no_sources`, `indexing`, an error code); null if there is nothing to add. */
  change('why an answer ended as it did', ['alter table messages add column reason text']),
  /**
   * Chunks record their blocks (`encodeBlocks`) and their section; both are null in existing chunks. So every file and
   * text is read again, in one job each; until then the current chunks answer. Pages from the web are read again when
   * their address is next requested, even if the server says that nothing has changed.
   */
  change('headings, lists, tables and code; files and texts are read again', [
    'alter table chunks add column blocks text',
    'alter table chunks add column section integer',
    `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at)
   select 'job_blocks_' || id, project_id, id, 'queued', updated_at, 0, updated_at from sources
   where type in ('file', 'text') and status = 'completed' and file_id is not null
     and exists (select 1 from projects where projects.id = sources.project_id)
     and not exists (select 1 from jobs where jobs.source_id = sources.id)`,
    "update sources set status = 'pending' where status = 'completed' and id in (select source_id from jobs where id like 'job_blocks_%')",
    "update sources set validators = null where type = 'url'",
  ]),
  /**
   * Answers that only show the closest passages: daily usage counts them separately, and the list of unanswered questions
   * finds them together with the refused ones.
   */
  change('unsure answers', [
    'alter table daily_usage add column unsure bigint not null default 0',
    'drop index messages_refused',
    "create index messages_unanswered on messages (created_at) where finish_reason in ('refused', 'unsure')",
  ]),
  /**
   * Postgres kept the secret that signs tokens in this table, where every dump of the database held it. The settings have it now
   * (`JWT_SECRET`). In an embedded database, the table was always empty.
   */
  change('no signing secret in the database', ['drop table secrets']),
  /** What API keys may do, and until when. Those of before may do everything that a key could do then. */
  change('scopes and expiry of API keys', [
    `alter table api_keys add column scopes text not null default '["ask","ingest","read","manage"]'`,
    'alter table api_keys add column expires_at bigint',
  ]),
  /** The secret that a rotation replaced, as a hash, and until when it is valid beside the new one. */
  change('rotation of API keys', [
    'alter table api_keys add column former_hash text',
    'alter table api_keys add column former_until bigint',
    'create unique index api_keys_by_former_hash on api_keys (former_hash)',
  ]),
  /**
   * The size of a source: the bytes of its original, or of the text of a page. Earlier sources count with the characters of their
   * texts. The index has all that the sum of an account needs.
   */
  change('the size of sources', [
    'alter table sources add column bytes bigint not null default 0',
    `update sources set bytes = coalesce(
     (select length(documents.text) from documents where documents.source_id = sources.id), 0)`,
    'create index sources_by_size on sources (project_id, bytes)',
  ]),
  /** job_turn: increases with each job of the account; the account with the lowest goes next. */
  change('the turns of accounts in ingestion', ['alter table users add column job_turn bigint not null default 0']),
  /** From where API keys may be used, as a list of ranges; empty for everywhere. */
  change('the addresses of API keys', [`alter table api_keys add column addresses text not null default '[]'`]),
  /**
   * One row for each login. A session whose epoch is not that of its account has ended. `address_hash` is a keyed hash that includes
   * the account. `client` is the browser and the system, such as "Firefox on Linux". `confirmed_at`: when the password
   * was last given.
   */
  change('sessions and second factors of accounts', [
    `create table sessions (
    id text primary key, user_id text not null, token_epoch bigint not null, client text, address_hash text not null,
    created_at bigint not null, last_used_at bigint not null, expires_at bigint not null,
    confirmed_at bigint not null
  )`,
    'create index sessions_by_user on sessions (user_id, created_at)',
    'create index sessions_by_age on sessions (expires_at)',
    // `secret` is encrypted with the server's signing secret; `enabled_at` is null until a code has shown that an app
    // knows it. Codes of time steps up to `last_step` have been used.
    `create table second_factors (
    user_id text primary key, secret text not null, enabled_at bigint, last_step bigint not null
  )`,
    'create table recovery_codes (user_id text not null, code_hash text not null, primary key (user_id, code_hash))',
  ]),
  /**
   * What was done to accounts and what belongs to them. Rows are only ever added: each engine refuses changes, and deletions except
   * of old rows and of those of deleted accounts (append-only.ts of the engine).
   */
  change('the audit log', [
    `create table audit_log (
    id text primary key, number bigint not null unique, user_id text not null, project_id text, at bigint not null,
    actor_kind text not null, actor_id text, action text not null, outcome text not null, target_id text,
    fields text not null, client text, address_hash text
  )`,
    'create index audit_log_by_user on audit_log (user_id, number)',
    'create index audit_log_by_age on audit_log (at)',
  ]),
  /**
   * What the owner of a source says of it: a name of their own, the address of the page that shows it, and labels (JSON, or null for
   * none). content_hash: SHA-256 of the content that was sent last, hex; null for pages and earlier sources.
   */
  change('names, addresses and labels of sources', [
    'alter table sources add column external_id text',
    'alter table sources add column url text',
    'alter table sources add column labels text',
    'alter table sources add column content_hash text',
    'create unique index sources_by_external_id on sources (project_id, external_id) where external_id is not null',
  ]),
  /**
   * Where a project's events are sent. `secret` and `former_secret`, which is valid until `former_until`, are encrypted with the
   * server's signing secret. `failing_since`: the first failed attempt after the last that succeeded.
   */
  change('webhooks and their deliveries', [
    `create table webhook_endpoints (
    id text primary key, number bigint not null unique, project_id text not null, url text not null,
    description text not null, events text not null, secret text not null, former_secret text, former_until bigint,
    enabled integer not null, disabled_reason text, failing_since bigint, created_at bigint not null,
    updated_at bigint not null
  )`,
    'create index webhook_endpoints_by_project on webhook_endpoints (project_id, number)',
    // What is to be sent and what was: rows are written with what caused them. `subject_id` is the source or
    // conversation whose text the payload repeats, which goes when that is deleted. `attempt` is the fence: it grows
    // when a server takes the row, until `due_at`.
    `create table webhook_deliveries (
    id text primary key, number bigint not null unique, endpoint_id text not null, project_id text not null,
    event text not null, payload text not null, subject_id text, status text not null, attempt integer not null,
    due_at bigint not null, attempted_at bigint, response_status integer, response_text text, error text,
    milliseconds integer, created_at bigint not null
  )`,
    'create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, number)',
    "create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'pending'",
    'create index webhook_deliveries_by_subject on webhook_deliveries (subject_id) where subject_id is not null',
    'create index webhook_deliveries_by_age on webhook_deliveries (created_at)',
  ]),
  /**
   * Who else works on a project. Its owner is `projects.user_id` and has no row here. An invitation is deleted when it is accepted;
   * email: for whom it is, null for the first who has the link. identities: the accounts of an OpenID Connect provider that sign in to an
   * account. deactivated_at: the account cannot be used from then on.
   */
  change('members and invitations of projects, deactivated accounts, sign-in with a provider', [
    'alter table users add column deactivated_at bigint',
    `create table project_members (
    project_id text not null, user_id text not null, role text not null, created_at bigint not null,
    primary key (project_id, user_id)
  )`,
    'create index project_members_by_user on project_members (user_id)',
    `create table invitations (
    id text primary key, project_id text not null, email text, role text not null, token_hash text not null unique,
    created_at bigint not null, expires_at bigint not null
  )`,
    'create index invitations_by_project on invitations (project_id, created_at)',
    'create index invitations_by_age on invitations (expires_at)',
    `create table identities (
    issuer text not null, subject text not null, user_id text not null, created_at bigint not null,
    primary key (issuer, subject)
  )`,
    'create index identities_by_user on identities (user_id)',
  ]),
  /** Questions that visitors hand over to a person. `consent` is the text that the visitor agreed to. */
  change('questions that visitors hand over to a person', [
    `create table handovers (
    id text primary key, number bigint not null unique, project_id text not null, conversation_id text, visitor_id text not null,
    email text not null, question text not null, page_url text, consent text not null, status text not null,
    assignee text, created_at bigint not null, updated_at bigint not null, closed_at bigint
  )`,
    'create index handovers_by_project on handovers (project_id, status, number)',
    'create index handovers_by_conversation on handovers (conversation_id) where conversation_id is not null',
    'create index handovers_by_age on handovers (updated_at)',
    // `handover`: how a project takes them, as JSON; null if it does not.
    'alter table projects add column handover text',
  ]),
  /**
   * Answers that owners have written for a question and its like. wordings: other ways to ask for it (JSON). vectors: those of all
   * wordings by one embedder (JSON), null until they are embedded. A message keeps the id of the answer that it shows.
   */
  change('answers that owners write', [
    `create table curated_answers (
    id text primary key, number bigint not null unique, project_id text not null, question text not null, wordings text not null,
    answer text not null, enabled integer not null, expires_at bigint, review_at bigint, vectors text, uses bigint not null,
    last_used_at bigint, created_at bigint not null, updated_at bigint not null
  )`,
    'create index curated_answers_by_project on curated_answers (project_id, number)',
    'alter table messages add column curated_id text',
  ]),
  /**
   * Questions with what their answer must hold, and the checks that asked them. results: what became of each (JSON). A check that
   * is under way says so again and again, so that one whose server has died is known. Feedback has a state for its owner; null where it is new.
   */
  change('golden questions and their checks; the state of feedback', [
    `create table golden_questions (
    id text primary key, number bigint not null unique, project_id text not null, question text not null, expected_text text,
    expected_source text, refused integer not null, created_at bigint not null
  )`,
    'create index golden_questions_by_project on golden_questions (project_id, number)',
    `create table golden_checks (
    id text primary key, number bigint not null unique, project_id text not null, state text not null, total bigint not null,
    results text not null, started_at bigint not null, seen_at bigint not null, ended_at bigint
  )`,
    'create index golden_checks_by_project on golden_checks (project_id, number)',
    'alter table messages add column feedback_state text',
    'create index messages_rated on messages (created_at) where rating is not null',
  ]),
  /**
   * The page that a question was asked from, where a project records it. refusals_told_at: when the rise of a project's refusals was
   * last told by webhook and mail; null for never.
   */
  change('the pages that questions were asked from; mails when refusals rise', [
    'alter table messages add column page_url text',
    'alter table projects add column record_pages integer not null default 0',
    'alter table projects add column alert_mails integer not null default 1',
    'alter table projects add column refusals_told_at bigint',
  ]),
  /** On which origins the widget was last seen, and when (JSON, the latest first); null if on no origin yet. */
  change('where the widget was last seen', ['alter table projects add column widget_origins text']),
  /** What the operator allows a project in place of the server's settings, as JSON; null for these. */
  change('quotas of projects', ['alter table projects add column quotas text']),
  /**
   * The pictures of a project's widget. `name` has the hash of the content, which is base64: text is the same on both engines, and is
   * moved between them. `projects.widget_images` repeats what a page needs to know of them before they are loaded (JSON; null without pictures).
   */
  change('logos and avatars of widgets', [
    `create table widget_images (
    project_id text not null, kind text not null, name text not null, content text not null, primary key (project_id, kind)
  )`,
    'alter table projects add column widget_images text',
  ]),
  /**
   * What was left out of a document because it is not content, such as the footer of a page; and what repeats on the pages of a site,
   * which is not content either. So each HTML file is read again, in one job; until then the current chunks answer. Pages from the web
   * are read again when their address is next requested, even if the server says that nothing has changed.
   */
  change('what was left out of documents; HTML files are read again', [
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
  ]),
  /**
   * What a reader has made of the words of each passage, and which generations it has read to the end. Both can be made again: they
   * are not moved between engines.
   */
  change('the words of passages, as the reader reads them', [
    `create table word_codes (
    chunk_id bigint primary key, project_id text not null, reader text not null, codes bytea not null
  )`,
    'create index word_codes_by_project on word_codes (project_id)',
    'create table read_generations (generation bigint primary key, project_id text not null, reader text not null)',
  ]),
  /** How likely the documents answered, 0–1, as the search judged when an answer was given; null where that is not known. */
  change('how certain answers were', ['alter table messages add column certainty double precision']),
  /**
   * An account has one identity of an issuer. Where there are several, the first one stays, which was the account's before somebody
   * else came with the same address. Its sessions end, as any of them may have begun those. orphaned_since: when a stored file was
   * first seen to have no row that refers to it; null for one that has.
   */
  change(
    'one person of a provider for each account; accounts with several keep the first and are signed out; since when originals have no source',
    [
      `update users set token_epoch = token_epoch + 1, kept_token = null
   where id in (select user_id from identities where exists (${EARLIER}))`,
      `delete from identities where exists (${EARLIER})`,
      'drop index identities_by_user',
      'create unique index identities_by_user on identities (user_id, issuer)',
      'alter table files add column orphaned_since bigint',
    ],
  ),
  /**
   * The mean of what a reader has made of the words of a passage, as its signs, and all of a generation that has been read to the end
   * in one row: the number of each passage (8 bytes, a double) and its mean, so that a search reads few rows. What was read without
   * is read once more.
   */
  change('the means of passages, by which the reader finds them', [
    'delete from word_codes',
    'delete from read_generations',
    'alter table word_codes add column mean bytea',
    'alter table read_generations add column means bytea',
  ]),
  /**
   * Git repositories that a project's sources are read from. `token`, with which one is read, and `secret`, with which its forge signs
   * pushes, are encrypted with the server's signing secret. `attempt` is the fence: it grows when a server begins to read one, until
   * `lease_until`. `head`: the commit that its sources have. `pushes`: what tells the last messages of the forge from each other.
   */
  change('git repositories that sources are read from', [
    `create table repositories (
    id text primary key, number bigint not null unique, project_id text not null, url text not null, branch text,
    folder text not null, include text not null, exclude text not null, base_url text, site text, forge text,
    prefix text not null, token text, secret text not null, gate integer not null, refresh_hours integer,
    state text not null, due_at bigint, attempt integer not null, lease_until bigint, head text, last_read text,
    checked_at bigint, pushes text not null, created_at bigint not null, updated_at bigint not null
  )`,
    'create index repositories_by_project on repositories (project_id, number)',
    'create index repositories_due on repositories (due_at) where due_at is not null',
    'alter table sources add column repository_id text',
    'alter table sources add column edit_url text',
    'create index sources_by_repository on sources (repository_id) where repository_id is not null',
  ]),
  /** `gate_before`: the golden questions that were broken before a commit, until all of it is read or taken back. */
  change('what golden questions said before a commit', ['alter table repositories add column gate_before text']),
  /** What was found for an empty chat, and what was refused of it, as JSON; null where that was not looked for yet. */
  change('first questions that the documents answer', ['alter table projects add column proposals text']),
  /**
   * How many pages of a crawl have which outcome, as JSON, so that a step need not count them; null where they have not been counted. The
   * index finds a page with the same content.
   */
  change('counts of the pages of a crawl', [
    'alter table crawls add column pages text',
    'create index crawl_urls_by_digest on crawl_urls (source_id, outcome, digest)',
  ]),
  /** How many sources a project has, and their bytes, so that the quotas need not count them. */
  change('totals of the sources of each project', [
    'create table source_totals (project_id text primary key, sources bigint not null, bytes bigint not null)',
    `insert into source_totals (project_id, sources, bytes) select project_id, count(*), sum(bytes) from sources
   where project_id in (select id from projects) group by project_id`,
  ]),
  /** What each queued job begins with, and indexes that find a project's next job, and the running jobs, whatever the number of others. */
  change('the next job of each project in an index', [
    "alter table jobs add column kind text not null default 'file'",
    "update jobs set kind = 'web' where source_id in (select id from sources where type = 'url')",
    'create index jobs_in_order on jobs (kind, project_id, run_at, created_at)',
    "create index jobs_running on jobs (lease_until) where state = 'running'",
  ]),
  /** Counts the sources of each status without reading them, and finds those of one, which are few while a site is read. */
  change('the sources of each status in an index', [
    'create index sources_by_status on sources (project_id, status, number, type)',
  ]),
  /** Whether a project has another document that calls itself the same: most have none. */
  change('the documents of each title in an index', [
    'create index documents_by_title on documents (project_id, title)',
  ]),
  /** How many of a project's generations a reader has read: its means are in memory until that changes. */
  change('what readers have read of each project in an index', [
    'create index read_generations_by_project on read_generations (project_id, reader)',
  ]),
];

/** Every schema change, in order; the version of a database is the number of changes applied to it. */
export const migrations: string[][] = CHANGES.map(({ statements }) => statements);

/** The titles of the changes in the same order. */
export const migrationTitles: string[] = CHANGES.map(({ title }) => title);
