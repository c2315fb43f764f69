import type { WidgetConfig, WidgetLanguage } from '@footnote/sdk';

/** A project's widget settings, as far as they are known. */
export type ProjectSettings = Partial<
  WidgetConfig['widget'] &
    WidgetConfig['widget_images'] &
    Pick<WidgetConfig, 'handover'> & { [label in `label${'' | `-${WidgetLanguage}`}`]: string }
>;

/**
 * Parses the attribute `look`, the settings at the time when the snippet was copied. It is written like the attribute
 * `style`: `accent: #0a7c4a; position: bottom-left; theme: dark; locale: de; label: Ask; label-de: Fragen`.
 */
export function parseLook(text: string | null | undefined): ProjectSettings {
  const rules = (text ?? '').split(';').map((rule) => rule.split(':').map((part) => part.trim()));
  return Object.fromEntries(rules);
}
