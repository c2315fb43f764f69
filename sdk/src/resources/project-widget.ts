import type { WidgetRevoked } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** The widget of a project. Needs the owner's token. @extension */
export class ProjectWidget extends Resource {
  /**
   * Revokes every widget token of the project. @extension
   * @example
   * await owner.projects.widget.revoke(projectId);
   */
  revoke(projectId: string, options?: RequestOptions): Promise<WidgetRevoked> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/widget/revoke` }, options);
  }
}
