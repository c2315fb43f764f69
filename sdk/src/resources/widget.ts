import type { WidgetConfig } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** The settings of the widget. */
export class Widget extends Resource {
  /**
   * Retrieves the settings of the widget. Needs a widget token.
   * @example
   * const { widget, language } = await visitor.widget.config(projectId);
   */
  config(projectId: string, options?: RequestOptions): Promise<WidgetConfig> {
    return this.request({ path: path`/projects/${projectId}/widget/config` }, options);
  }
}
