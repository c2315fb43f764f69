import type { WidgetSettings } from '@footnote/sdk';

/** What the console tells the page in its preview. */
export type ToPreview =
  | { type: 'show'; project: string; look: WidgetSettings; open: boolean }
  | { type: 'token'; token: string };

/** What that page tells the console: it is there, or somebody wants to ask and the widget needs a token. */
export type FromPreview = { type: 'ready' } | { type: 'token' };
