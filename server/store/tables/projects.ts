import type { Role } from '@footnote/sdk/contract';
import { recordCreated } from '../coordination/idempotency.ts';
import { emit, timestampOf } from '../coordination/outbox.ts';
import type { Db, SqlValue } from '../db.ts';
import type { Eraser } from '../deletion/eraser.ts';
import { errors } from '../errors.ts';
import type { ProjectChanges, Projects } from '../types.ts';
import { assertBelow } from './assert-below.ts';
import { paginate } from './paginate.ts';
import { removeProject } from './remove-project.ts';
import { type Raw, toJson, toProject, toSeenOrigins } from './row-mapping.ts';

/** How each changeable property is stored. */
const CHANGEABLE: { [Key in keyof Required<ProjectChanges>]: [column: string, write: (value: never) => SqlValue] } = {
  name: ['name', (value: string) => value],
  description: ['description', (value: string) => value],
  allowedOrigins: ['allowed_origins', (value: string[]) => JSON.stringify(value)],
  widgetAccess: ['widget_access', (value: string) => value],
  language: ['language', (value: string) => value],
  widget: ['widget', (value: object) => JSON.stringify(value)],
  openOriginals: ['open_originals', (value: boolean) => Number(value)],
  dailyBudget: ['daily_budget', (value: object | null) => toJson(value)],
  retentionDays: ['retention_days', (value: number | null) => value],
  handover: ['handover', (value: object | null) => toJson(value)],
  recordPages: ['record_pages', (value: boolean) => Number(value)],
  alertMails: ['alert_mails', (value: boolean) => Number(value)],
  quotas: ['quotas', (value: object | null) => toJson(value)],
  widgetEpoch: ['widget_epoch', (value: number) => value],
};

const PROPERTIES = Object.keys(CHANGEABLE) as (keyof ProjectChanges)[];

/** A property's column, and its value as it is stored. */
function toColumn(property: keyof ProjectChanges, given: ProjectChanges): { column: string; value: SqlValue } {
  const [column, write] = CHANGEABLE[property];
  return { column, value: write(given[property] as never) };
}

const ORIGINS_PAGE = 200;

/** How many origins a project remembers: a wildcard allows any number of them. */
const MAX_SEEN_ORIGINS = 20;

const create =
  (db: Db): Projects['create'] =>
  async (project, request = null, most = null) => {
    await db.tx(async (tx) => {
      const account = { table: 'projects', owner: 'user_id', id: project.userId } as const;
      await assertBelow(tx, account, most, errors.tooManyProjects);
      const [number = 0] = await tx.numbers('project');
      const changeable = PROPERTIES.map((property) => toColumn(property, project));
      const { changes } = await tx.write(
        `insert into projects (id, number, user_id, ${changeable.map(({ column }) => column).join(', ')},
         usage_requests, usage_tokens, job_turn, created_at, updated_at)
       select ?, ?, id, ${changeable.map(() => '?').join(', ')}, ?, ?, 0, ?, ? from users where id = ?`,
        [
          project.id,
          number,
          ...changeable.map(({ value }) => value),
          project.usage.requests,
          project.usage.tokens_total,
          project.createdAt,
          project.updatedAt,
          project.userId,
        ],
      );
      // The account was deleted while the request was under way.
      if (changes === 0) throw errors.tokenRevoked();
      await recordCreated(tx, request, project.id);
    });
  };

const byId =
  (db: Db): Projects['byId'] =>
  async (id) => {
    const [row] = await db.read<Raw>('select * from projects where id = ?', [id]);
    return row ? toProject(row) : null;
  };

const listByUser =
  (db: Db): Projects['listByUser'] =>
  (userId, paging) =>
    paginate(
      db,
      { table: 'projects', where: 'user_id = ?', parameters: [userId], order: 'number desc' },
      paging,
      toProject,
    );

const listByMember =
  (db: Db): Projects['listByMember'] =>
  (userId, paging) =>
    paginate(
      db,
      {
        table: `(
          select projects.*, 'owner' as role from projects where user_id = ?
          union all
          select projects.*, project_members.role from projects
          join project_members on project_members.project_id = projects.id where project_members.user_id = ?
        ) as own`,
        where: '1 = 1',
        parameters: [userId, userId],
        order: 'number desc',
      },
      paging,
      (raw) => ({ project: toProject(raw), role: String(raw.role) as Role }),
    );

const countSources =
  (db: Db): Projects['countSources'] =>
  async (ids) => {
    if (ids.length === 0) return new Map();
    const rows = await db.read<{ project_id: string; sources: number }>(
      `select project_id, count(*) as sources from sources
       where project_id in (${ids.map(() => '?').join(', ')}) group by project_id`,
      [...ids],
    );
    return new Map(rows.map(({ project_id, sources }) => [project_id, Number(sources)]));
  };

const update =
  (db: Db): Projects['update'] =>
  async (id, changes, updatedAt) => {
    const given = Object.keys(changes) as (keyof ProjectChanges)[];
    const changed = [
      { column: 'updated_at', value: updatedAt },
      ...given.map((property) => toColumn(property, changes)),
    ];
    const { rows } = await db.write<Raw>(
      `update projects set ${changed.map(({ column }) => `${column} = ?`).join(', ')} where id = ? returning *`,
      [...changed.map(({ value }) => value), id],
    );
    return rows[0] ? toProject(rows[0]) : null;
  };

const nextWidgetEpoch =
  (db: Db): Projects['nextWidgetEpoch'] =>
  async (id, updatedAt) => {
    const { changes } = await db.write(
      'update projects set widget_epoch = widget_epoch + 1, updated_at = ? where id = ?',
      [updatedAt, id],
    );
    return changes === 1;
  };

const sawWidget =
  (db: Db): Projects['sawWidget'] =>
  (id, seen) =>
    db.tx(async (tx) => {
      const [row] = await tx.read<Raw>('select widget_origins from projects where id = ?', [id]);
      if (!row) return;
      const others = toSeenOrigins(row).filter(({ origin }) => origin !== seen.origin);
      const latest = [seen, ...others].slice(0, MAX_SEEN_ORIGINS);
      await tx.write('update projects set widget_origins = ? where id = ?', [JSON.stringify(latest), id]);
    });

const remove =
  (db: Db, eraser: Eraser): Projects['delete'] =>
  async (id) => {
    const erasures = await db.tx(async (tx) => {
      const found = await tx.read('select 1 as found from projects where id = ?', [id]);
      return found.length === 0 ? [] : removeProject(tx, eraser, id);
    });
    await eraser.finish(erasures);
    return erasures.length > 0;
  };

const retentions =
  (db: Db): Projects['retentions'] =>
  async () => {
    const rows = await db.read<{ id: string; days: number }>(
      'select id, retention_days as days from projects where retention_days is not null order by number',
    );
    return rows;
  };

const tellRefusals =
  (db: Db): Projects['tellRefusals'] =>
  (id, risen, at, since) =>
    db.forProject(id).tx(async (tx) => {
      const { changes } = await tx.write(
        'update projects set refusals_told_at = ? where id = ? and (refusals_told_at is null or refusals_told_at <= ?)',
        [at, id, since],
      );
      if (changes === 0) return false;
      const event = { type: 'refusals.risen', timestamp: timestampOf(at), data: { project_id: id, ...risen } } as const;
      await emit(tx, id, event.type, async () => ({ event, subjectId: null }));
      return true;
    });

const anyAllowsOrigin =
  (db: Db): Projects['anyAllowsOrigin'] =>
  async (matches) => {
    let after = 0;
    for (;;) {
      const rows = await db.read<{ number: number; allowed_origins: string }>(
        'select number, allowed_origins from projects where number > ? order by number limit ?',
        [after, ORIGINS_PAGE],
      );
      if (rows.some((row) => matches(JSON.parse(row.allowed_origins) as string[]))) return true;
      const last = rows.at(-1);
      if (!last || rows.length < ORIGINS_PAGE) return false;
      after = last.number;
    }
  };

export function createProjects(db: Db, eraser: Eraser): Projects {
  return {
    create: create(db),
    byId: byId(db),
    listByUser: listByUser(db),
    listByMember: listByMember(db),
    countSources: countSources(db),
    update: update(db),
    nextWidgetEpoch: nextWidgetEpoch(db),
    sawWidget: sawWidget(db),
    delete: remove(db, eraser),
    retentions: retentions(db),
    tellRefusals: tellRefusals(db),
    anyAllowsOrigin: anyAllowsOrigin(db),
  };
}
