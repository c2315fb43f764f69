import type {
  CreateProjectRequest,
  DailyBudget,
  Role,
  UpdateProjectRequest,
  WidgetSettings,
} from '@footnote/sdk/contract';
import { newId } from '../platform/ids.ts';
import { forgetTexts } from '../platform/text/text-cache.ts';
import type {
  IdempotentRequest,
  NewProject,
  Page,
  Paging,
  ProjectChanges,
  ProjectOfMember,
  ProjectRow,
  Projects,
} from '../store/types.ts';
import { type Confirmation, requireConfirmation } from './access/confirmation.ts';
import { normalizeOrigin } from './access/origins.ts';
import type { RunningChats } from './access/running-chats.ts';
import type { Usage } from './answers/usage.ts';
import { errors } from './errors.ts';

const DEFAULT_WIDGET: WidgetSettings = {
  title: 'Ask the docs',
  greeting: '',
  placeholder: '',
  suggestions: [],
  accent: '#2f5bea',
  theme: 'auto',
  position: 'bottom-right',
  locale: 'auto',
  contact: '',
  launcher_label: '',
  keep_history: false,
  texts: [],
  suggest: true,
};

/** The settings of a project that is only given a name: a new one, or one from an archive of a version without the others. */
export const PROJECT_DEFAULTS: Omit<
  ProjectRow,
  | 'id'
  | 'userId'
  | 'name'
  | 'quotas'
  | 'usage'
  | 'widgetOrigins'
  | 'proposals'
  | 'widgetEpoch'
  | 'createdAt'
  | 'updatedAt'
> = {
  description: '',
  allowedOrigins: [],
  widgetAccess: 'public',
  language: 'auto',
  widget: DEFAULT_WIDGET,
  widgetImages: { logo: null, avatar: null },
  openOriginals: false,
  dailyBudget: null,
  retentionDays: null,
  handover: null,
  recordPages: false,
  alertMails: true,
};

/** A daily budget that limits nothing. */
export const BUDGET_DEFAULTS: DailyBudget = { requests: null, per_visitor: null, message: '' };

/** A project in a list, and what is told of it there. */
export interface ListedProject extends ProjectOfMember {
  /** The number of its sources, with the pages of its sites. */
  sources: number;
}

export type ProjectService = ReturnType<typeof createProjectService>;

export function createProjectService(deps: {
  projects: Projects;
  chats: RunningChats;
  usage: Usage;
  /** For each account; null for no limit. */
  maxProjects: number | null;
  now: () => number;
}) {
  const { projects, chats, usage, maxProjects, now } = deps;
  return {
    /**
     * `keyed` is the request that creates the project, if it has an `Idempotency-Key`. Throws 400 `quota_reached` if the account
     * has as many projects as it may have.
     */
    create: async (
      userId: string,
      request: CreateProjectRequest,
      keyed: IdempotentRequest | null = null,
    ): Promise<ProjectRow> => projects.create(newProject(userId, request, now()), keyed, maxProjects),

    /** Those that the account owns or is a member of. */
    async list(userId: string, paging: Paging): Promise<Page<ListedProject>> {
      const { rows, total } = await projects.listByMember(userId, paging);
      const counts = await projects.countSources(rows.map(({ project }) => project.id));
      const listed = async ({ project, role }: ProjectOfMember): Promise<ListedProject> => ({
        project: await usage.withPending(project),
        role,
        sources: counts.get(project.id) ?? 0,
      });
      return { rows: await Promise.all(rows.map(listed)), total };
    },

    /** The number of its sources, with the pages of its sites. */
    countSources: async (projectId: string): Promise<number> =>
      (await projects.countSources([projectId])).get(projectId) ?? 0,

    /** Throws 403 `insufficient_role` for what only the owner may set, and 404 if the project has been deleted meanwhile. */
    async update(project: ProjectRow, request: UpdateProjectRequest, role: Role): Promise<ProjectRow> {
      if (role !== 'owner' && OWNER_FIELDS.some((field) => field in request)) {
        throw errors.insufficientRole(role, 'owner');
      }
      const updated = await projects.update(project.id, changesOf(project, request), now());
      if (!updated) throw errors.notFound();
      return usage.withPending(updated);
    },

    /** Revokes every widget token of the project and ends their answers. Throws 404 if it has been deleted meanwhile. */
    async revokeWidget(projectId: string): Promise<void> {
      const revoked = await chats.revoke({ widgetOf: projectId }, () => projects.nextWidgetEpoch(projectId, now()));
      if (!revoked) throw errors.notFound();
    },

    /**
     * Deletes the project with everything in it and ends its running answers. Resolves once all of it is deleted. Throws 403
     * `confirmation_required` if that needs the password once more.
     */
    async delete(projectId: string, credential: Confirmation): Promise<void> {
      requireConfirmation(credential, now());
      const deleted = await chats.revoke({ projectId }, () => projects.delete(projectId));
      if (!deleted) throw errors.notFound();
      forgetTexts();
    },
  };
}

function newProject(userId: string, request: CreateProjectRequest, createdAt: number): NewProject {
  return {
    ...PROJECT_DEFAULTS,
    id: newId('proj'),
    userId,
    name: request.name,
    description: request.description ?? PROJECT_DEFAULTS.description,
    allowedOrigins: parseOrigins(request.allowed_origins ?? PROJECT_DEFAULTS.allowedOrigins),
    createdAt,
    updatedAt: createdAt,
  };
}

/** What limits the costs of a project, and what deletes conversations. */
const OWNER_FIELDS = ['daily_budget', 'retention_days'];

/** What each field of a request changes. */
const CHANGES: {
  [Field in keyof Required<UpdateProjectRequest>]: (
    value: Required<UpdateProjectRequest>[Field],
    project: ProjectRow,
  ) => ProjectChanges;
} = {
  name: (name) => ({ name }),
  description: (description) => ({ description }),
  allowed_origins: (origins) => ({ allowedOrigins: parseOrigins(origins) }),
  widget_access: (widgetAccess) => ({ widgetAccess }),
  language: (language) => ({ language }),
  open_originals: (openOriginals) => ({ openOriginals }),
  daily_budget: (budget) => ({ dailyBudget: budget && { ...BUDGET_DEFAULTS, ...budget } }),
  retention_days: (retentionDays) => ({ retentionDays }),
  handover: (handover) => ({ handover: handover && { privacy_url: null, notify: null, ...handover } }),
  record_pages: (recordPages) => ({ recordPages }),
  alert_mails: (alertMails) => ({ alertMails }),
  widget: (widget, project) => ({ widget: { ...project.widget, ...widget } }),
};

function changesOf(project: ProjectRow, request: UpdateProjectRequest): ProjectChanges {
  const changes: ProjectChanges = {};
  for (const [field, change] of Object.entries(CHANGES)) {
    const value = request[field as keyof UpdateProjectRequest];
    if (value !== undefined) Object.assign(changes, change(value as never, project));
  }
  return changes;
}

/** Normalizes the origins and removes duplicates. Throws 400 naming every invalid entry. */
function parseOrigins(entries: string[]): string[] {
  const results = entries.map(normalizeOrigin);
  const problems = results.flatMap((result, index) =>
    'problem' in result ? [{ field: `allowed_origins.${index}`, message: result.problem }] : [],
  );
  if (problems.length > 0) throw errors.invalidRequest(problems);
  return [...new Set(results.flatMap((result) => ('origin' in result ? [result.origin] : [])))];
}
