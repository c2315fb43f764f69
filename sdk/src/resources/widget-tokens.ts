import type { CreateWidgetTokenRequest, WidgetToken } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** Short-lived credentials for browsers. */
export class WidgetTokens extends Resource {
  /**
   * Mints a token: with an API key, as the owner with `project_id`, or as a page of a public project with nothing else. A current widget token renews itself. @extension
   * @example
   * const { token } = await client.widgetTokens.create({ visitor_id: 'customer-17', origin: 'https://www.example.com' });
   */
  create(body: CreateWidgetTokenRequest = {}, options?: RequestOptions): Promise<WidgetToken> {
    return this.request({ method: 'POST', path: '/tokens/widget', body }, options);
  }
}
