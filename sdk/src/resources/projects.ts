import type { Project, WidgetImageKind } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { type Uploadable, uploadForm } from '../core/upload.ts';
import { ProjectMethods, ProjectWidgetMethods } from './generated/projects.ts';

/** The widget of a project. Needs the token of an editor or the owner. */
class ProjectWidget extends ProjectWidgetMethods {
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
}

/** The projects of the logged-in user. Needs a user token. */
export class Projects extends ProjectMethods {
  readonly widget: ProjectWidget = new ProjectWidget(this.settings);
}
