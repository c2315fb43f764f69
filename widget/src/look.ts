import type { WidgetConfig } from '@footnote/sdk';

/** How a project wants its widget to look and greet, as far as it is known. */
export type Look = Partial<WidgetConfig['widget']>;

/**
 * Reads what the snippet says of the project's look, written like the attribute `style`:
 * `accent: #0a7c4a; position: bottom-left; theme: dark; locale: de`.
 */
export function readLook(text: string | null | undefined): Look {
  const rules = (text ?? '').split(';').map((rule) => rule.split(':').map((part) => part.trim()));
  return Object.fromEntries(rules);
}
