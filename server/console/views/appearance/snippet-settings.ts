import type { WidgetSettings } from '@footnote/sdk';

/** The defaults of the settings that affect the button. The snippet contains only those that differ. */
const DEFAULTS = { accent: '#2f5bea', position: 'bottom-right', theme: 'auto', locale: 'auto' } as const;

/** The settings for the snippet: `accent: #0a7c4a; position: bottom-left`. Empty if all are the defaults. */
export function snippetSettings(settings: WidgetSettings): string {
  const labels = [
    ['label', settings.launcher_label],
    ...settings.texts.map(({ language, launcher_label }) => [`label-${language}`, launcher_label]),
  ]
    .filter(([, label]) => label)
    .map(([name, label]) => `${name}: ${label}`);
  const looks = (Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])
    .filter((name) => settings[name] !== DEFAULTS[name])
    .map((name) => `${name}: ${settings[name]}`);
  return [...looks, ...labels].join('; ');
}
