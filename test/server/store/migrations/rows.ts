import type { Db, SqlValue } from '../../../../server/store/db.ts';

type Row = Record<string, SqlValue>;

/** The migration that added a table or a column; what is not listed is in the first schema. */
const SINCE: Record<string, number> = {
  login_addresses: 2,
  'chunks.later_pages': 3,
  'messages.reason': 4,
  'chunks.blocks': 5,
  'chunks.section': 5,
  'daily_usage.unsure': 6,
  'api_keys.scopes': 8,
  'api_keys.expires_at': 8,
  'api_keys.former_hash': 9,
  'api_keys.former_until': 9,
  'sources.bytes': 10,
  'users.job_turn': 11,
  'api_keys.addresses': 12,
  sessions: 13,
  second_factors: 13,
  recovery_codes: 13,
  audit_log: 14,
  'sources.external_id': 15,
  'sources.url': 15,
  'sources.labels': 15,
  'sources.content_hash': 15,
  curated_answers: 19,
  'messages.curated_id': 19,
  golden_questions: 20,
  golden_checks: 20,
  'messages.feedback_state': 20,
  repositories: 30,
  'sources.repository_id': 30,
  'sources.edit_url': 30,
  'repositories.gate_before': 31,
  webhook_endpoints: 16,
  webhook_deliveries: 16,
  'users.deactivated_at': 17,
  project_members: 17,
  invitations: 17,
  identities: 17,
  'files.orphaned_since': 28,
  handovers: 18,
  'projects.handover': 18,
  'messages.page_url': 21,
  'projects.record_pages': 21,
  'projects.alert_mails': 21,
  'projects.refusals_told_at': 21,
  'projects.widget_origins': 22,
  'projects.quotas': 23,
  widget_images: 24,
  word_codes: 26,
  read_generations: 26,
  'messages.certainty': 27,
  'word_codes.mean': 29,
  'read_generations.means': 29,
  'projects.widget_images': 24,
  'projects.proposals': 32,
  'sources.reading': 25,
  'crawls.template': 25,
  'crawls.pages': 33,
  source_totals: 34,
  'jobs.kind': 35,
};

/** The last version that has a table. */
const UNTIL: Record<string, number> = { secrets: 6 };

const TIMES = { created_at: 1_700_000_000_000, updated_at: 1_700_000_100_000 };
const PASSAGES = ['The warranty lasts two years.', 'Returns are free within four weeks.'];

/** Rows of every table in which a server may have left some. */
export const ROWS: Record<string, Row[]> = {
  users: [
    { id: 'usr_1', email: 'ada@example.com', name: 'Ada', password_hash: 'hash', token_epoch: 3, kept_token: null },
  ].map((row) => ({
    ...row,
    operator: 1,
    job_turn: 6,
    created_at: TIMES.created_at,
    deactivated_at: 1_700_000_000_001,
  })),
  login_addresses: [{ user_id: 'usr_1', address_hash: 'keyed', last_login_at: 1_700_000_000_000 }],
  sessions: [{ id: 'ses_1', user_id: 'usr_1', token_epoch: 3, client: 'Firefox on Linux', address_hash: 'keyed' }].map(
    (row) => ({ ...row, created_at: 1, last_used_at: 2, expires_at: 9_000_000_000_000, confirmed_at: 1 }),
  ),
  audit_log: [
    {
      ...{ id: 'aud_1', number: 1, user_id: 'usr_1', project_id: 'proj_1', at: 1_700_000_000_000, actor_kind: 'user' },
      ...{
        actor_id: 'usr_1',
        action: 'projects.update',
        outcome: 'done',
        target_id: 'proj_1',
      },
      ...{ fields: '["name"]', client: 'Firefox on Linux', address_hash: 'keyed' },
    },
  ],
  second_factors: [{ user_id: 'usr_1', secret: 'sealed', enabled_at: 1_700_000_000_000, last_step: 56_666_666 }],
  recovery_codes: [{ user_id: 'usr_1', code_hash: 'sha' }],
  revocations: [{ jti: 'jti_1', expires_at: 9_000_000_000_000 }],
  idempotency: [
    { credential: 'key_1', key: 'k', fingerprint: 'f', runner: 'r', state: 'done', status: 201, answer: '{}' },
  ].map((row) => ({ ...row, resource_id: 'src_1', created_at: TIMES.created_at })),
  projects: [
    {
      ...{ id: 'proj_1', number: 1, user_id: 'usr_1', name: 'Handbook', description: 'Everything' },
      ...{ allowed_origins: '["https://www.example.com"]', widget_access: 'public', language: 'de' },
      ...{ widget: '{"title":"Ask"}', open_originals: 1, daily_budget: '{"requests":100,"per_visitor":null}' },
      ...{
        retention_days: 30,
        handover: '{"consent":"I agree.","privacy_url":null,"notify":null}',
        record_pages: 1,
        alert_mails: 0,
        refusals_told_at: 1_700_000_000_000,
        widget_origins: '[{"origin":"https://www.example.com","seenAt":1700000000000}]',
        widget_images: '{"logo":{"name":"hash.png","width":1,"height":1},"avatar":null}',
        proposals:
          '{"of":"3-7 en","asked":2,"questions":[{"question":"How long is it?","from":"heading","sourceId":"src_1"}],"refused":[]}',
        quotas: '{"sources":50,"bytes":null,"daily_questions":1000}',
        usage_requests: 12,
        usage_tokens: 3_000_000_000,
        widget_epoch: 2,
        job_turn: 5,
        ...TIMES,
      },
    },
  ],
  widget_images: [{ project_id: 'proj_1', kind: 'logo', name: 'hash.png', content: 'iVBORw==' }],
  project_members: [{ project_id: 'proj_1', user_id: 'usr_2', role: 'editor', created_at: 1_700_000_000_000 }],
  invitations: [{ id: 'inv_1', project_id: 'proj_1', email: 'eve@example.com', role: 'viewer', token_hash: 'sha' }].map(
    (row) => ({ ...row, created_at: TIMES.created_at, expires_at: 9_000_000_000_000 }),
  ),
  identities: [{ issuer: 'https://id.example.com', subject: '7', user_id: 'usr_1', created_at: TIMES.created_at }],
  api_keys: [{ id: 'key_1', number: 1, project_id: 'proj_1', name: 'Website', hash: 'sha', prefix: 'chat_ab' }].map(
    (row) => ({
      ...row,
      ...{
        scopes: '["ask"]',
        expires_at: 9_000_000_000_000,
        addresses: '["192.0.2.0/24"]',
        former_hash: 'former',
        former_until: 9,
        created_at: TIMES.created_at,
        last_used_at: null,
      },
    }),
  ),
  sources: [
    { id: 'src_1', number: 1, type: 'file', metadata: '{"filename":"manual.pdf","pages":2}', file_id: 'file_1' },
    { id: 'src_2', number: 2, type: 'url', metadata: '{"url":"https://www.example.com/","pages":3}', file_id: null },
    { id: 'src_3', number: 3, type: 'text', metadata: '{"title":"Notes"}', file_id: 'file_3' },
  ].map((row) => ({
    ...row,
    ...{
      project_id: 'proj_1',
      status: 'completed',
      chunks_count: row.number === 1 ? 2 : 0,
      progress: null,
      error: null,
    },
    ...{ completed_at: TIMES.updated_at, parent_id: null, refresh_hours: null, refresh_at: null, crawl: null },
    ...{ validators: '{"etag":"1"}', bytes: 7_000_000_000, ...TIMES },
    ...{ external_id: `docs/${row.number}.md`, url: 'https://docs.example.com/1', labels: '{"version":"2"}' },
    ...{ repository_id: 'repo_1', edit_url: 'https://git.example.com/docs/_edit/main/1.md' },
    content_hash: 'abcdef',
    reading: '{"left_out":[{"kind":"footer","characters":6,"text":"© 2026"}]}',
  })),
  source_totals: [{ project_id: 'proj_1', sources: 3, bytes: 21_000_000_000 }],
  crawls: [{ source_id: 'src_2', project_id: 'proj_1', job_id: 'job_1', origin: 'https://www.example.com' }].map(
    (row) => ({
      ...row,
      robots: null,
      bytes: 5_000_000_000,
      found: 1,
      began_at: TIMES.created_at,
      template: '{"repeated":["h"],"samples":[]}',
      pages: '{"waiting":0,"taken":1,"skipped":0,"failed":0}',
    }),
  ),
  crawl_urls: [
    {
      ...{ source_id: 'src_2', url: 'https://www.example.com/', number: 1, kind: 'page', rank: 1, depth: 0 },
      ...{ outcome: 'read', reason: null, status: 200, found_on: null, duplicate_of: null, page_id: null },
      ...{ digest: 'd', tries: 1, due_at: 0 },
    },
  ],
  jobs: [
    { id: 'job_9', project_id: 'proj_1', source_id: 'src_9', state: 'queued', run_at: 7, attempt: 1, owner: null },
  ].map((row) => ({
    ...row,
    kind: 'file',
    lease_until: null,
    created_at: 7,
    replacement_file_id: null,
    replacement_metadata: null,
  })),
  generations: [
    { id: 1, project_id: 'proj_1', source_id: 'src_1', state: 'live', chunks: 2, published_at: TIMES.updated_at },
  ],
  documents: [
    { source_id: 'src_1', project_id: 'proj_1', title: 'Manual', language: 'en', text: PASSAGES.join('\n\n') },
  ],
  word_codes: [
    {
      chunk_id: 1,
      project_id: 'proj_1',
      reader: 'all-MiniLM-L6-v2/1',
      codes: Buffer.alloc(96, 7),
      mean: Buffer.alloc(48, 7),
    },
  ],
  read_generations: [{ generation: 1, project_id: 'proj_1', reader: 'all-MiniLM-L6-v2/1', means: Buffer.alloc(56, 7) }],
  chunks: PASSAGES.map((text, seq) => ({
    ...{
      id: seq + 1,
      project_id: 'proj_1',
      generation: 1,
      seq,
      start_offset: seq * 31,
      end_offset: seq * 31 + text.length,
    },
    ...{ text, headings: '["Guarantees"]', page: seq + 1, later_pages: null, blocks: null, section: seq },
  })),
  conversations: [{ id: 'conv_1', number: 1, project_id: 'proj_1', visitor_id: 'vis_1', last_seq: 2, ...TIMES }],
  messages: [
    { id: 'msg_1', seq: 1, role: 'user', text: 'How long?', citations: '[]', finish_reason: null, reason: null },
    {
      id: 'msg_2',
      seq: 2,
      role: 'assistant',
      text: 'Two years. [1]',
      citations: '[{"id":1}]',
      finish_reason: 'stop',
      reason: null,
    },
    {
      id: 'msg_3',
      seq: 3,
      role: 'assistant',
      text: 'Not here.',
      citations: '[]',
      finish_reason: 'refused',
      reason: 'no_sources',
    },
  ].map((row) => ({
    ...row,
    ...{ conversation_id: 'conv_1', usage: null, rating: 'up', comment: 'Thanks', dismissed: 0 },
    ...{
      created_at: TIMES.created_at,
      written_until: null,
      page_url: row.role === 'user' ? 'https://www.example.com/returns' : null,
      curated_id: row.id === 'msg_2' ? 'cur_1' : null,
      certainty: row.id === 'msg_2' ? 0.625 : null,
      feedback_state: 'seen',
    },
  })),
  curated_answers: [
    {
      ...{ id: 'cur_1', number: 1, project_id: 'proj_1', question: 'Open?', wordings: '["When?"]', answer: 'At nine.' },
      ...{ enabled: 1, expires_at: 9_000_000_000_000, review_at: 8_000_000_000_000, vectors: null, uses: 3 },
      ...{ last_used_at: 1_700_000_000_000, ...TIMES },
    },
  ],
  golden_questions: [
    {
      ...{ id: 'gold_1', number: 1, project_id: 'proj_1', question: 'Open?', expected_text: 'nine' },
      ...{ expected_source: 'manual.pdf', refused: 1, created_at: TIMES.created_at },
    },
  ],
  golden_checks: [
    {
      ...{ id: 'check_1', number: 1, project_id: 'proj_1', state: 'done', total: 1, results: '[]' },
      ...{ started_at: TIMES.created_at, seen_at: TIMES.updated_at, ended_at: TIMES.updated_at },
    },
  ],
  message_citations: [{ source_id: 'src_1', message_id: 'msg_2' }],
  message_traces: [{ message_id: 'msg_2', trace: '{}' }],
  message_trace_sources: [{ source_id: 'src_1', message_id: 'msg_2' }],
  daily_usage: [
    {
      ...{ project_id: 'proj_1', day: '2026-01-01', requests: 4, prompt_tokens: 5_000_000_000, completion_tokens: 6 },
      ...{ answered: 1, refused: 1, aborted: 1, failed: 1, up: 1, down: 0, unsure: 2 },
    },
  ],
  daily_latencies: [{ project_id: 'proj_1', day: '2026-01-01', measure: 'whole', bucket: 3, answers: 2 }],
  daily_questions: [{ project_id: 'proj_1', day: '2026-01-01', visitor_id: '', asked: 4 }],
  handovers: [
    {
      ...{ id: 'hov_1', number: 1, project_id: 'proj_1', conversation_id: 'conv_1', visitor_id: 'vis_1' },
      ...{ email: 'visitor@example.com', question: 'Can I return it?', page_url: null, consent: 'I agree.' },
      ...{ status: 'closed', assignee: 'Ada', closed_at: TIMES.updated_at, ...TIMES },
    },
  ],
  repositories: [
    {
      ...{ id: 'repo_1', number: 1, project_id: 'proj_1', url: 'https://git.example.com/docs', branch: 'main' },
      ...{ folder: 'docs', include: '[]', exclude: '["old/**"]', base_url: 'https://docs.example.com', site: 'mkdocs' },
      ...{ forge: 'gitea', prefix: 'docs/', token: 'sealed', secret: 'sealed', gate: 1, refresh_hours: 1 },
      ...{ state: 'idle', due_at: 9, attempt: 2, lease_until: 3, head: '{}', last_read: '{}', checked_at: 4 },
      ...{ gate_before: '["gold_1"]', pushes: '["a"]', ...TIMES },
    },
  ],
  webhook_endpoints: [
    {
      ...{ id: 'whk_1', number: 1, project_id: 'proj_1', url: 'https://hooks.example.com/', description: 'Support' },
      ...{ events: '["question.unanswered"]', secret: 'sealed', former_secret: 'earlier', former_until: 9 },
      ...{ enabled: 0, disabled_reason: 'failing', failing_since: 1, ...TIMES },
    },
  ],
  webhook_deliveries: [
    {
      ...{ id: 'whd_1', number: 1, endpoint_id: 'whk_1', project_id: 'proj_1', event: 'question.unanswered' },
      ...{ payload: '{}', subject_id: 'conv_1', status: 'failed', attempt: 8, due_at: 2, attempted_at: 1 },
      ...{ response_status: 500, response_text: 'no', error: 'It answered 500.', milliseconds: 3 },
      created_at: TIMES.created_at,
    },
  ],
  limit_states: [{ subject: 'chat vis_1', state: '[]', version: 'v', forget_at: 9_000_000_000_000 }],
  leases: [{ name: 'retention', owner: 'gone', lease_until: 1 }],
  files: [{ id: 'file_1', size: 3, parts: 1, whole: 1, stored_at: 1, orphaned_since: 9 }],
  file_parts: [{ file_id: 'file_1', seq: 0, bytes: new Uint8Array([1, 2, 3]) }],
  secrets: [{ name: 'signing', secret: 'kept' }],
};

/** The tables of a schema version, and their columns that are filled. */
export function filledTables(version: number): Map<string, string[]> {
  const isThere = (name: string) => (SINCE[name] ?? 1) <= version && version <= (UNTIL[name] ?? version);
  const tables = Object.entries(ROWS).filter(([table]) => isThere(table));
  return new Map(
    tables.map(([table, [row]]) => [table, Object.keys(row ?? {}).filter((column) => isThere(`${table}.${column}`))]),
  );
}

/** Writes the rows into a database of that schema version. */
export async function fill(db: Db, version: number): Promise<void> {
  for (const [table, columns] of filledTables(version)) {
    const sql = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
    for (const row of ROWS[table] ?? []) {
      await db.write(
        sql,
        columns.map((column) => row[column] ?? null),
      );
    }
  }
}
