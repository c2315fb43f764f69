import type { Settings } from '../core/options.ts';
import { Resource } from '../core/resource.ts';
import { ServerModels } from './server-models.ts';

/** What concerns the whole server. As its operator, with a user token. @extension */
export class ServerAdministration extends Resource {
  readonly models: ServerModels;

  constructor(settings: Settings) {
    super(settings);
    this.models = new ServerModels(settings);
  }
}
