import type {
  CreateProjectRequest,
  Deleted,
  ListQuery,
  Project,
  ProjectOverview,
  UpdateProjectRequest,
  UsageQuery,
  UsageReport,
} from '../contract/index.ts';
import type { RequestOptions, Settings } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';
import { ApiKeys } from './api-keys.ts';
import { Invitations } from './invitations.ts';
import { Members } from './members.ts';
import { ProjectHandovers } from './project-handovers.ts';
import { ProjectWidget } from './project-widget.ts';
import { Webhooks } from './webhooks.ts';

/** The projects of the logged-in user. Needs a user token. */
export class Projects extends ListedResource {
  readonly apiKeys: ApiKeys;
  readonly handovers: ProjectHandovers;
  readonly webhooks: Webhooks;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly widget: ProjectWidget;

  constructor(settings: Settings) {
    super(settings);
    this.apiKeys = new ApiKeys(settings);
    this.handovers = new ProjectHandovers(settings);
    this.webhooks = new Webhooks(settings);
    this.members = new Members(settings);
    this.invitations = new Invitations(settings);
    this.widget = new ProjectWidget(settings);
  }

  /**
   * Creates a project.
   * @example
   * const project = await owner.projects.create({ name: 'Handbook', allowed_origins: ['https://www.example.com'] });
   */
  create(body: CreateProjectRequest, options?: RequestOptions): Promise<Project> {
    return this.request({ method: 'POST', path: '/projects', body, keyed: true }, options);
  }

  /**
   * Retrieves a project.
   * @example
   * const { name } = await owner.projects.retrieve(projectId);
   */
  retrieve(projectId: string, options?: RequestOptions): Promise<Project> {
    return this.request({ path: path`/projects/${projectId}` }, options);
  }

  /**
   * Lists the projects, newest first.
   * @example
   * for await (const { id, name } of owner.projects.list()) console.log(id, name);
   */
  list(query?: ListQuery, options?: RequestOptions): PagePromise<Project> {
    return this.paged('/projects', query, options);
  }

  /**
   * Changes the given properties. Arrays are replaced; `widget` is merged key by key.
   * @example
   * await owner.projects.update(projectId, { widget: { accent: '#0a5c36' } });
   */
  update(projectId: string, body: UpdateProjectRequest, options?: RequestOptions): Promise<Project> {
    return this.request({ method: 'PATCH', path: path`/projects/${projectId}`, body }, options);
  }

  /**
   * Permanently deletes a project with its sources, keys and conversations.
   * @example
   * await owner.projects.delete(projectId);
   */
  delete(projectId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}` }, options);
  }

  /**
   * Retrieves the usage of a project by day. Needs the owner's token or an API key.
   * @example
   * const { days, totals } = await client.projects.usage(projectId, { from: '2026-01-01', to: '2026-01-31' });
   */
  usage(projectId: string, query?: UsageQuery, options?: RequestOptions): Promise<UsageReport> {
    return this.request({ path: path`/projects/${projectId}/usage`, query }, options);
  }

  /**
   * Retrieves what people ask in a project, what answers them, and whether refusals rise.
   * @example
   * const { top_questions, refusals } = await client.projects.overview(projectId);
   */
  overview(projectId: string, query?: UsageQuery, options?: RequestOptions): Promise<ProjectOverview> {
    return this.request({ path: path`/projects/${projectId}/overview`, query }, options);
  }
}
