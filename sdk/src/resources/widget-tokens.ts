import type { CreateWidgetTokenRequest, WidgetToken } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** Short-lived credentials for browsers. */
export class WidgetTokens extends Resource {
  /**
   * Mints a widget token. Needs an API key, the owner's token and `project_id`, or no credential on a page of a public project. A valid widget token can renew itself.
   * @example
   * const { token } = await client.widgetTokens.create({ visitor_id: 'customer-17', origin: 'https://www.example.com' });
   */
  create(body: CreateWidgetTokenRequest = {}, options?: RequestOptions): Promise<WidgetToken> {
    return this.request({ method: 'POST', path: '/tokens/widget', body }, options);
  }
}
