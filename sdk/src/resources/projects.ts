import { ApiKeys, Invitations, Members, ProjectHandovers, ProjectMethods, Webhooks } from './generated.ts';
import { ProjectWidget } from './project-widget.ts';

/** The projects of the logged-in user. Needs a user token. */
export class Projects extends ProjectMethods {
  readonly apiKeys: ApiKeys = new ApiKeys(this.settings);
  readonly handovers: ProjectHandovers = new ProjectHandovers(this.settings);
  readonly webhooks: Webhooks = new Webhooks(this.settings);
  readonly members: Members = new Members(this.settings);
  readonly invitations: Invitations = new Invitations(this.settings);
  readonly widget: ProjectWidget = new ProjectWidget(this.settings);
}
