import type { Role } from '@footnote/sdk/contract';
import { recordCreated } from '../coordination/idempotency.ts';
import { removeJobs } from '../coordination/job-fence.ts';
import { emit, timestampOf } from '../coordination/outbox.ts';
import type { Db, Tx } from '../db.ts';
import type { Eraser, Erasure } from '../deletion/eraser.ts';
import { errors } from '../errors.ts';
import { update as change, exists, find, ifThere, insert, remove, updateOne } from '../rows.ts';
import { generations } from '../types/chunks.ts';
import { projects, type StoredProposals } from '../types/projects.ts';
import type { Projects } from '../types.ts';
import { assertBelow } from './assert-below.ts';
import { pageOf, paginate } from './paginate.ts';

const ORIGINS_PAGE = 200;

/** How many origins a project remembers: a wildcard allows any number of them. */
const MAX_SEEN_ORIGINS = 20;
const MAX_REFUSED_PROPOSALS = 100;

const create =
  (db: Db): Projects['create'] =>
  (project, request = null, most = null) =>
    db.tx(async (tx) => {
      const account = { table: 'projects', owner: 'user_id', id: project.userId } as const;
      await assertBelow(tx, account, most, errors.tooManyProjects);
      const [number = 0] = await tx.numbers('project');
      const existing = { ...ifThere('users', project.userId), conflict: 'returning *' };
      const { rows } = await insert(tx, projects, { ...project, number }, existing);
      // The account was deleted while the request was under way.
      if (!rows[0]) throw errors.tokenRevoked();
      await recordCreated(tx, request, project.id);
      return projects.toRow(rows[0]);
    });

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
      (raw) => ({ project: projects.toRow(raw), role: String(raw.role) as Role }),
    );

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

const changeProposals = (db: Db, id: string, changed: (now: StoredProposals) => StoredProposals): Promise<void> =>
  db.tx(async (tx) => {
    const project = await find(tx, projects, 'id = ?', [id]);
    if (!project) return;
    const now = project.proposals ?? { of: '', asked: 0, questions: [], refused: [] };
    await change(tx, projects, { proposals: changed(now) }, 'id = ?', [id]);
  });

export function createProjects(db: Db, eraser: Eraser): Projects {
  return {
    create: create(db),
    byId: (id) => find(db, projects, 'id = ?', [id]),
    listByUser: (userId, paging) => pageOf(db, projects, 'user_id = ?', [userId], 'number desc', paging),
    listByMember: listByMember(db),
    async countSources(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db.read<{ project_id: string; sources: number }>(
        `select project_id, count(*) as sources from sources
       where project_id in (${ids.map(() => '?').join(', ')}) group by project_id`,
        [...ids],
      );
      return new Map(rows.map(({ project_id, sources }) => [project_id, Number(sources)]));
    },
    update: (id, changes, updatedAt) => updateOne(db, projects, { ...changes, updatedAt }, 'id = ?', [id]),
    async nextWidgetEpoch(id, updatedAt) {
      const { changes } = await db.write(
        'update projects set widget_epoch = widget_epoch + 1, updated_at = ? where id = ?',
        [updatedAt, id],
      );
      return changes === 1;
    },
    sawWidget: (id, seen) =>
      db.tx(async (tx) => {
        const project = await find(tx, projects, 'id = ?', [id]);
        if (!project) return;
        const others = project.widgetOrigins.filter(({ origin }) => origin !== seen.origin);
        const widgetOrigins = [seen, ...others].slice(0, MAX_SEEN_ORIGINS);
        await change(tx, projects, { widgetOrigins }, 'id = ?', [id]);
      }),
    propose: (id, found) =>
      changeProposals(db, id, ({ refused }) => ({
        of: found.of,
        asked: found.asked,
        questions: found.questions.filter(({ question }) => !refused.includes(question)),
        refused,
      })),
    refuseProposal: (id, question) =>
      changeProposals(db, id, ({ of, asked, questions, refused }) => ({
        of,
        asked,
        questions: questions.filter((one) => one.question !== question),
        refused: [...new Set([question, ...refused])].slice(0, MAX_REFUSED_PROPOSALS),
      })),
    async delete(id) {
      const erasures = await db.tx(async (tx) => {
        return (await exists(tx, projects, 'id = ?', [id])) ? removeProject(tx, eraser, id) : [];
      });
      await eraser.finish(erasures);
      return erasures.length > 0;
    },
    async retentions() {
      const rows = await db.read<{ id: string; days: number }>(
        'select id, retention_days as days from projects where retention_days is not null order by number',
      );
      return rows;
    },
    tellRefusals: (id, risen, at, since) =>
      db.forProject(id).tx(async (tx) => {
        const untold = 'id = ? and (refusals_told_at is null or refusals_told_at <= ?)';
        if ((await change(tx, projects, { refusalsToldAt: at }, untold, [id, since])) === 0) return false;
        const event = {
          type: 'refusals.risen',
          timestamp: timestampOf(at),
          data: { project_id: id, ...risen },
        } as const;
        await emit(tx, id, event.type, async () => ({ event, subjectId: null }));
        return true;
      }),
    anyAllowsOrigin: anyAllowsOrigin(db),
  };
}

/** Removes a project in the caller's transaction. The returned erasures remove what depends on it. */
export async function removeProject(tx: Tx, eraser: Eraser, id: string): Promise<Erasure[]> {
  await remove(tx, projects, 'id = ?', [id]);
  // Workers lose their fence, and no search or citation finds a chunk any more.
  const replacements = await removeJobs(tx, eraser, 'project_id = ?', id);
  await change(tx, generations, { state: 'retired' }, 'project_id = ?', [id]);
  return [...replacements, await eraser.note(tx, { id, kind: 'project', fileId: null })];
}
