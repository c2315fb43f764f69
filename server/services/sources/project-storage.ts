import type { ProjectQuotas, QuotaState } from '@footnote/sdk/contract';
import { errors } from '../../platform/errors.ts';
import { utcDay } from '../../platform/utc-day.ts';
import type { Page, Paging, Projects, Reports, StoredProject } from '../../store/types.ts';

/** What the server's settings allow a project and its account; null for no limit. */
export interface ServerQuotas {
  sources: number | null;
  /** Of an account. */
  bytes: number | null;
  projectBytes: number | null;
  dailyQuestions: number | null;
}

/** A project's quotas: those of its own, and in their place those of the server. */
export interface AllowedStorage extends StoredProject {
  allowed: ProjectQuotas;
}

interface ProjectStorageDeps {
  projects: Pick<Projects, 'byId' | 'update'>;
  reports: Pick<Reports, 'storage' | 'quotaUse'>;
  quotas: ServerQuotas;
  now: () => number;
}

/** The share of a quota from which its owner is told. */
const NEAR = 0.8;

export type ProjectStorageService = ReturnType<typeof createProjectStorage>;

export function createProjectStorage({ projects, reports, quotas, now }: ProjectStorageDeps) {
  const allowedTo = (own: ProjectQuotas | null): ProjectQuotas => ({
    sources: own?.sources ?? quotas.sources,
    bytes: own?.bytes ?? quotas.projectBytes,
    daily_questions: own?.daily_questions ?? quotas.dailyQuestions,
  });
  return {
    /** The largest first. */
    async list(search: string | undefined, paging: Paging): Promise<Page<AllowedStorage>> {
      const filter = { day: utcDay(now()), ...(search !== undefined && { search }) };
      const { rows, total } = await reports.storage(filter, paging);
      return { total, rows: rows.map((row) => ({ ...row, allowed: allowedTo(row.project.quotas) })) };
    },

    /** Null in a quota means that of the server. Throws 404. */
    async setQuotas(projectId: string, own: ProjectQuotas): Promise<void> {
      const none = Object.values(own).every((quota) => quota === null);
      if (!(await projects.update(projectId, { quotas: none ? null : own }, now()))) throw errors.notFound();
    },

    /** The quotas of a project that are reached, or nearly. */
    async nearQuotas(projectId: string): Promise<QuotaState[]> {
      const project = await projects.byId(projectId);
      const allowed = allowedTo(project?.quotas ?? null);
      const use = await reports.quotaUse(projectId, utcDay(now()));
      const states: [QuotaState['quota'], number, number | null][] = [
        ['sources', use.sources, allowed.sources],
        ['bytes', use.bytes, allowed.bytes],
        ['account_bytes', use.accountBytes, quotas.bytes],
        ['daily_questions', use.questionsToday, allowed.daily_questions],
      ];
      return states.flatMap(([quota, used, limit]) =>
        limit !== null && used >= limit * NEAR ? [{ quota, used, limit }] : [],
      );
    },
  };
}
