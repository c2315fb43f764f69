import type { WidgetSettings } from '@footnote/sdk';

/** Of the look, what the button shows before anybody has opened the chat; where it is so anyway, the snippet says nothing. */
const PLAIN = { accent: '#2f5bea', position: 'bottom-right', theme: 'auto', locale: 'auto' } as const;

/** What of a look goes into the snippet: `accent: #0a7c4a; position: bottom-left`. Empty where all is plain. */
export function lookInSnippet(look: WidgetSettings): string {
  return (Object.keys(PLAIN) as (keyof typeof PLAIN)[])
    .filter((name) => look[name] !== PLAIN[name])
    .map((name) => `${name}: ${look[name]}`)
    .join('; ');
}
