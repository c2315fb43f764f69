import type { WidgetSettings } from '@footnote/sdk/contract';

/**
 * What the button of the widget looks like, written like the attribute `data-look` of the script tag:
 * `accent: #0a7c4a; position: bottom-left; label: Ask; label-de: Fragen`.
 */
export function presentWidgetLook({ accent, position, theme, locale, launcher_label, texts }: WidgetSettings): string {
  const labels = texts.map(({ language, launcher_label: label }) => [`label-${language}`, label]);
  return [...Object.entries({ accent, position, theme, locale, label: launcher_label }), ...labels]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}
