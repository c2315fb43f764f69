import type { WidgetConfig } from '@footnote/sdk';

/** A message from the console to the preview page. */
export type PreviewCommand =
  | { type: 'show'; project: string; config: WidgetConfig; open: boolean }
  | { type: 'token'; token: string };

/** A message from the preview page to the console: it is loaded, or the widget needs a token to ask a question. */
export type PreviewEvent = { type: 'ready' } | { type: 'token' };
