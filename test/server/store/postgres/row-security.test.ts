import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, SqlValue } from '../../../../server/store/db.ts';
import { createPostgresDb, prepareCounters } from '../../../../server/store/postgres/database/driver.ts';
import type { Sessions } from '../../../../server/store/postgres/database/session.ts';
import { openStoreOn } from '../../../../server/store/postgres/open.ts';
import { migrateTogether } from '../../../../server/store/postgres/prepare.ts';
import { prepareRowSecurity } from '../../../../server/store/postgres/row-security.ts';
import { countSearchChanges } from '../../../../server/store/postgres/search/search-changes.ts';
import type { NewMessage, Store } from '../../../../server/store/types.ts';
import { pgliteSessions, startedPglite } from '../../../helpers/stores/pglite.ts';
import { aVector, EMBEDDER, ingested, SILENT, temporaryPlaces, withProject } from '../../../helpers/stores/rows.ts';

/** The tables of which a project's requests see rows. */
const OF_PROJECTS = [
  'api_keys',
  'chunks',
  'conversations',
  'crawl_urls',
  'crawls',
  'curated_answers',
  'daily_latencies',
  'daily_questions',
  'daily_usage',
  'documents',
  'generations',
  'golden_checks',
  'golden_questions',
  'handovers',
  'invitations',
  'jobs',
  'message_citations',
  'message_trace_sources',
  'message_traces',
  'messages',
  'project_members',
  'projects',
  'read_generations',
  'repositories',
  'search_changes',
  'source_totals',
  'sources',
  'webhook_deliveries',
  'webhook_endpoints',
  'widget_images',
  'word_codes',
];

/** The others, with why no project's request has to do with them. */
const OF_THE_SERVER: Record<string, string> = {
  arriving: 'of a move between engines',
  audit_log: 'of accounts',
  erasures: 'requests only add to it',
  file_parts: 'found by the random id of a file that a visible row names',
  files: 'found by the random id of a file that a visible row names',
  idempotency: 'of credentials',
  leases: 'of servers',
  limit_states: 'of credentials and addresses',
  identities: 'of accounts',
  login_addresses: 'of accounts',
  recovery_codes: 'of accounts',
  revocations: 'of accounts',
  schema_version: 'of the schema',
  second_factors: 'of accounts',
  sessions: 'of accounts',
  users: 'of accounts',
  vector_indexes: 'of the server',
};

beforeAll(async () => {
  await startedPglite();
});

describe('row-level security', () => {
  const [own, others] = ['proj_own', 'proj_others'];
  let db: Db;
  const count = async (reads: Pick<Db, 'read'>, table: string) =>
    Number((await reads.read<{ rows: number }>(`select count(*) as rows from ${table}`))[0]?.rows);

  beforeAll(async () => {
    const sessions = pgliteSessions('row_security');
    const preparing = createPostgresDb(sessions);
    await migrateTogether(preparing);
    await preparing.tx(prepareCounters);
    await preparing.tx(countSearchChanges);
    // The rows below are added to each table by themselves.
    for (const table of ['generations', 'documents'])
      await preparing.write(`alter table ${table} disable trigger user`);
    db = createPostgresDb(sessions, Date.now, await preparing.tx((tx) => prepareRowSecurity(tx, SILENT)));
    for (const table of OF_PROJECTS) {
      for (const project of [own, others]) await insertRow(db, table, project);
    }
  });

  it('knows every table', async () => {
    const tables = await db.read<{ name: string; secured: boolean }>(
      `select relname as name, relrowsecurity as secured from pg_class
       where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`,
    );
    const named = (secured: boolean) => tables.filter((table) => table.secured === secured).map(({ name }) => name);
    expect(named(true)).toEqual(OF_PROJECTS);
    expect(named(false).filter((name) => !(name in OF_THE_SERVER))).toEqual(['counters']);
  });

  it.each(OF_PROJECTS)('shows, changes and deletes the rows of one project in %s', async (table) => {
    expect(await count(db, table)).toBe(2);
    expect(await count(db.forProject(own), table)).toBe(1);
    expect(await count(db.forProject('proj_unknown'), table)).toBe(0);
    expect(await count(db.forProject(''), table)).toBe(0);
    const column = table === 'projects' ? 'created_at' : await anyColumn(db, table);
    const changed = await db.forProject(own).write(`update ${table} set ${column} = ${column}`);
    expect(changed.changes).toBe(1);
    const rolledBack = new Error('rolled back');
    const deleting = db.forProject(own).tx(async (tx) => {
      expect((await tx.write(`delete from ${table}`)).changes).toBe(1);
      throw rolledBack;
    });
    await expect(deleting).rejects.toBe(rolledBack);
    expect(await count(db, table)).toBe(2);
  });

  it.each(OF_PROJECTS)('refuses to write a row of another project to %s', async (table) => {
    const writing = db.forProject(own).tx((tx) => insertRow(tx, table, others));
    await expect(writing).rejects.toMatchObject({ code: '42501' });
  });

  it.each(Object.keys(OF_THE_SERVER))('does not let a project read %s', async (table) => {
    await expect(count(db.forProject(own), table)).rejects.toMatchObject({ code: '42501' });
  });

  it('holds in every kind of transaction, and ends with it', async () => {
    const scoped = db.forProject(own);
    expect(await scoped.tx((tx) => count(tx, 'sources'))).toBe(1);
    expect(await scoped.counting((tx) => count(tx, 'sources'))).toBe(1);
    expect(await scoped.snapshot((reads) => count(reads, 'sources'))).toBe(1);
    await expect(scoped.read('select missing from sources')).rejects.toThrow();
    expect(await count(db, 'sources')).toBe(2);
  });

  it.each([`${own}'; reset role; --`, `${own}' or true --`, `\\'; reset role; --`, `${own}\0`, 'proj_ünknown'])(
    'takes %j for the id of a project without rows',
    async (id) => {
      expect(await count(db.forProject(id), 'sources')).toBe(0);
    },
  );
});

describe('the store on a database with row-level security', () => {
  const places = temporaryPlaces();
  const log: string[] = [];
  let store: Store;
  let projectId: string;
  let sourceId: string;
  const opened = () =>
    openStoreOn(recorded(pgliteSessions('row_security_store'), log), {
      embedder: EMBEDDER,
      temporaryDirectory: places.directory(),
      log: SILENT,
    });
  beforeAll(async () => {
    store = await opened();
    projectId = (await withProject(store)).id;
    ({ id: sourceId } = await ingested(store, projectId, ['The ferry leaves at noon.']));
  });
  afterAll(() => places.clear());

  const paging = { limit: 5, offset: 0 };
  const message: Omit<NewMessage, 'id'> = {
    ...{ role: 'user', text: 'When?', citations: [], finishReason: null, usage: null, createdAt: 1 },
  };
  const key = {
    name: 'Key',
    hash: 'hash',
    prefix: 'fn_',
    scopes: [],
    expiresAt: null,
    addresses: [],
    lastUsedAt: null,
  };
  const curated = {
    ...{ id: 'cur_1', question: 'When?', wordings: [], answer: 'At noon.', enabled: true, expiresAt: null },
    ...{ reviewAt: null, uses: 0, lastUsedAt: null, createdAt: 1, updatedAt: 1 },
  };
  const goldenCheck = { id: 'check_1', state: 'running' as const, results: [], seenAt: 1, endedAt: null };
  /** What a request asks of the store about one project. */
  const ASKED: Record<string, (store: Store, projectId: string) => Promise<unknown>> = {
    'apiKeys.create': ({ apiKeys }, id) =>
      apiKeys.create({ ...key, id: 'key_1', projectId: id, formerHash: null, formerUntil: null, createdAt: 1 }),
    'apiKeys.byId': ({ apiKeys }, id) => apiKeys.byId(id, 'key_1'),
    'apiKeys.listByProject': ({ apiKeys }, id) => apiKeys.listByProject(id, paging),
    'apiKeys.delete': ({ apiKeys }, id) => apiKeys.delete(id, 'key_1'),
    'sources.listByProject': ({ sources }, id) => sources.listByProject(id, paging),
    'sources.byExternalIds': ({ sources }, id) => sources.byExternalIds(id, ['guide.md']),
    'sources.underWay': ({ sources }, id) => sources.underWay(id),
    'sources.update': ({ sources }, id) => sources.update(id, sourceId, { refreshHours: 24 }, 1),
    'sources.delete': ({ sources }, id) => sources.delete(id, 'src_unknown'),
    'crawls.report': ({ crawls }, id) => crawls.report(id, sourceId, paging),
    'documents.bySource': ({ documents }, id) => documents.bySource(id, sourceId),
    'documents.languages': ({ documents }, id) => documents.languages(id),
    'chunks.byIds': ({ chunks }, id) => chunks.byIds(id, ['1']),
    'chunks.textsByIds': ({ chunks }, id) => chunks.textsByIds(id, ['1']),
    'chunks.around': ({ chunks }, id) => chunks.around(id, '1', 1, 1),
    'chunks.between': ({ chunks }, id) => chunks.between(id, sourceId, 0, 1),
    'chunks.ofSource': ({ chunks }, id) => chunks.ofSource(id, sourceId, paging),
    'chunks.count': ({ chunks }, id) => chunks.count(id),
    'conversations.create': ({ conversations }, id) =>
      conversations.create({ id: 'conv_1', projectId: id, visitorId: null, createdAt: 1, updatedAt: 1 }),
    'conversations.append': ({ conversations }, id) => conversations.append(id, 'conv_1', { ...message, id: 'msg_1' }),
    'conversations.byId': ({ conversations }, id) => conversations.byId(id, 'conv_1'),
    'conversations.byAnswer': ({ conversations }, id) => conversations.byAnswer(id, 'msg_1'),
    'conversations.list': ({ conversations }, id) => conversations.list(id, {}, paging),
    'conversations.listed': ({ conversations }, id) => conversations.listed(id, 'conv_1'),
    'conversations.messages': ({ conversations }, id) => conversations.messages(id, 'conv_1', paging),
    'conversations.recentMessages': ({ conversations }, id) => conversations.recentMessages(id, 'conv_1', 5),
    'conversations.rate': ({ conversations }, id) => conversations.rate(id, 'conv_1', 'msg_1', 'up', null),
    'conversations.trace': ({ conversations }, id) => conversations.trace(id, 'msg_1'),
    'conversations.dismiss': ({ conversations }, id) => conversations.dismiss(id, ['msg_1']),
    'conversations.delete': ({ conversations }, id) => conversations.delete(id, 'conv_unknown'),
    'curatedAnswers.create': ({ curatedAnswers }, id) => curatedAnswers.create({ ...curated, projectId: id }, 9),
    'curatedAnswers.byId': ({ curatedAnswers }, id) => curatedAnswers.byId(id, 'cur_1'),
    'curatedAnswers.list': ({ curatedAnswers }, id) => curatedAnswers.list(id, paging),
    'curatedAnswers.update': ({ curatedAnswers }, id) => curatedAnswers.update(id, 'cur_1', { answer: 'No.' }, 2),
    'curatedAnswers.revision': ({ curatedAnswers }, id) => curatedAnswers.revision(id),
    'curatedAnswers.live': ({ curatedAnswers }, id) => curatedAnswers.live(id),
    'curatedAnswers.setVectors': ({ curatedAnswers }, id) =>
      curatedAnswers.setVectors(id, 'cur_1', 2, { embedder: 'test', values: [] }),
    'curatedAnswers.used': ({ curatedAnswers }, id) => curatedAnswers.used(id, 'cur_1', 1),
    'curatedAnswers.delete': ({ curatedAnswers }, id) => curatedAnswers.delete(id, 'cur_1'),
    'goldenQuestions.create': ({ goldenQuestions }, id) =>
      goldenQuestions.create(
        { id: 'gold_1', projectId: id, question: 'When?', text: null, source: null, refused: false, createdAt: 1 },
        9,
      ),
    'goldenQuestions.list': ({ goldenQuestions }, id) => goldenQuestions.list(id, paging),
    'goldenQuestions.begin': ({ goldenQuestions }, id) =>
      goldenQuestions.begin({ ...goldenCheck, total: 1, startedAt: 1, projectId: id }, 0, 5),
    'goldenQuestions.progress': ({ goldenQuestions }, id) =>
      goldenQuestions.progress({ ...goldenCheck, projectId: id }),
    'goldenQuestions.cancel': ({ goldenQuestions }, id) => goldenQuestions.cancel(id, 'check_1', 2),
    'goldenQuestions.check': ({ goldenQuestions }, id) => goldenQuestions.check(id, 'check_1'),
    'goldenQuestions.checks': ({ goldenQuestions }, id) => goldenQuestions.checks(id, paging),
    'goldenQuestions.delete': ({ goldenQuestions }, id) => goldenQuestions.delete(id, 'gold_1'),
    'reports.conversations': ({ reports }, id) => reports.conversations(id, { words: ['when'] }, paging),
    'reports.messages': ({ reports }, id) => reports.messages(id, {}, null, 5),
    'reports.unanswered': ({ reports }, id) => reports.unanswered(id, { from: 0, to: 1 }, 5),
    'conversations.setFeedbackState': ({ conversations }, id) => conversations.setFeedbackState(id, 'msg_1', 'seen'),
    'reports.feedback': ({ reports }, id) => reports.feedback(id, { state: 'new' }, paging),
    'reports.asked': ({ reports }, id) => reports.asked(id, { from: 0, to: 1 }, 5),
    'reports.citedSources': ({ reports }, id) => reports.citedSources(id, { from: 0, to: 1 }, 5),
    'reports.sourceState': ({ reports }, id) => reports.sourceState(id, 5),
    'reports.sources': ({ reports }, id) => reports.sources(id, {}, paging),
    'reports.sourceCounts': ({ reports }, id) => reports.sourceCounts(id),
    'dailyUsage.between': ({ dailyUsage }, id) => dailyUsage.between(id, '2026-01-01', '2026-01-02'),
    'budgets.take': ({ budgets }, id) =>
      budgets.take(id, { visitorId: null, address: null }, '2026-01-01', { project: 9, visitor: null, address: null }),
    'budgets.takeQuota': ({ budgets }, id) => budgets.takeQuota(id, '2026-01-01', 9),
  };

  it.each(Object.entries(ASKED))('%s asks as one project', async (_, ask) => {
    log.length = 0;
    await ask(store, projectId);
    expect(log.length).toBeGreaterThan(0);
    expect(log.filter((statement) => !statement.startsWith(`${projectId}: `))).toEqual([]);
  });

  it('finds passages of one project only', async () => {
    const other = await withProject(store, { userId: 'usr_other' });
    const [hit] = await store.search.vector(projectId, aVector(0), 5);
    expect(await store.chunks.byIds(projectId, [hit?.chunkId ?? ''])).toHaveLength(1);
    expect(await store.chunks.byIds(other.id, [hit?.chunkId ?? ''])).toEqual([]);
  });

  it('changes no table when it starts again', async () => {
    log.length = 0;
    await (await opened()).close();
    expect(log.filter((statement) => /alter table|create policy|grant /.test(statement))).toEqual([]);
  });
});

/** Each statement in `log`, after the project that its transaction is about. */
function recorded(sessions: Sessions, log: string[]): Sessions {
  return {
    ...sessions,
    use: (work) =>
      sessions.use((session) => {
        let project = '';
        return work({
          run(sql, parameters) {
            log.push(`${project}: ${sql}`);
            return session.run(sql, parameters);
          },
          script(sql) {
            project = /set local footnote\.project to '(.*)'/.exec(sql)?.[1] ?? '';
            return session.script(sql);
          },
        });
      }),
  };
}

/** A row of a project with something in every column that must have it. Rows of one project belong together. */
async function insertRow(tx: Pick<Db, 'read' | 'write'>, table: string, project: string): Promise<void> {
  const columns = await tx.read<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = ? and is_nullable = 'NO' and column_default is null`,
    [table],
  );
  const LINKS: Record<string, string> = {
    source_id: 'sources',
    conversation_id: 'conversations',
    message_id: 'messages',
  };
  const given = columns.map(({ name, type }): [string, SqlValue] => {
    if (name === 'project_id' || (name === 'id' && table === 'projects')) return [name, project];
    if (type !== 'text') return [name, project.length];
    return [name, `${name === 'id' ? table : (LINKS[name] ?? name)} ${project}`];
  });
  await tx.write(
    `insert into ${table} (${given.map(([name]) => name).join(', ')}) values (${given.map(() => '?').join(', ')})`,
    given.map(([, value]) => value),
  );
}

async function anyColumn(db: Db, table: string): Promise<string> {
  const [row] = await db.read<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = ? and column_name not in ('id', 'project_id') limit 1`,
    [table],
  );
  return row?.name ?? '';
}
