import type { WidgetConfig } from '@footnote/sdk';
import { html, type TemplateResult } from 'lit';

type Pictures = WidgetConfig['widget_images'];

/**
 * The logo or the avatar of a project; undefined for none. Its box has its place before it is loaded. Where it cannot be loaded, as
 * under a policy of the page, it is hidden until it is replaced.
 */
export function picture(
  name: keyof Pictures,
  image: Pictures[typeof name] | undefined,
  baseURL: string,
): TemplateResult | undefined {
  if (!image) return undefined;
  const { path, width, height } = image;
  // The path is that below the server, whose API has one more folder.
  return html`<img class=${name} part=${name} src=${`${baseURL}/..${path}`} width=${width} height=${height} alt=""
    @error=${settle} @load=${settle}>`;
}

function settle({ type, target }: Event): void {
  (target as HTMLElement).hidden = type === 'error';
}
