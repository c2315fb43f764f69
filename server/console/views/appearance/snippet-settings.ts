import type { WidgetSettings } from '@footnote/sdk';

/** The defaults of settings that affect the button. The snippet contains only those that differ. */
const DEFAULTS = { position: 'bottom-right', theme: 'auto', locale: 'auto' } as const;

/** The settings for the snippet: `accent: #0a7c4a; position: bottom-left`. Never empty: without a look, the script has to ask for it. */
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
  return [`accent: ${settings.accent}`, ...looks, ...labels].join('; ');
}
