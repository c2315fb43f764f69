import { ProjectMethods } from './generated/projects.ts';
import { ProjectWidget } from './project-widget.ts';

/** The projects of the logged-in user. Needs a user token. */
export class Projects extends ProjectMethods {
  readonly widget: ProjectWidget = new ProjectWidget(this.settings);
}
