import type { Project, WidgetImageKind, WidgetRevoked } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';
import { type Uploadable, uploadForm } from '../core/upload.ts';

/** The widget of a project. Needs the owner's token. */
export class ProjectWidget extends Resource {
  /**
   * Sets the logo, which stands beside the title, or the avatar, which stands beside each answer: a PNG, JPEG or WebP picture with
   * at most 200 kB and 1024 pixels on each side.
   * @example
   * const { widget_images } = await owner.projects.widget.putImage(projectId, 'logo', await fileFromPath('logo.png'));
   */
  putImage(projectId: string, kind: WidgetImageKind, file: Uploadable, options?: RequestOptions): Promise<Project> {
    return this.request(
      { method: 'PUT', path: path`/projects/${projectId}/widget/images/${kind}`, body: uploadForm(file, kind) },
      options,
    );
  }

  /**
   * Removes the logo or the avatar.
   * @example
   * await owner.projects.widget.deleteImage(projectId, 'avatar');
   */
  deleteImage(projectId: string, kind: WidgetImageKind, options?: RequestOptions): Promise<Project> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/widget/images/${kind}` }, options);
  }

  /**
   * Revokes every widget token of the project.
   * @example
   * await owner.projects.widget.revoke(projectId);
   */
  revoke(projectId: string, options?: RequestOptions): Promise<WidgetRevoked> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/widget/revoke` }, options);
  }
}
