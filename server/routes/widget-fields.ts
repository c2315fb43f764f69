import { z } from 'zod';
import { widgetLanguage } from '../presenters/enums.ts';
import { oneLine } from './text-fields.ts';

/** `auto`, or a well-formed language tag. */
export const languageTag = z
  .string()
  .max(35)
  .refine(isLanguage, 'must be "auto" or a language tag such as "en" or "pt-BR"');

/** It stands in the snippet's attribute `data-look`, where these two separate the settings. */
const launcherLabel = z
  .string()
  .trim()
  .max(30)
  .regex(/^[^;:"]*$/, 'must not contain a colon, a semicolon or a quotation mark');
const suggestions = z.array(z.string().trim().min(1).max(200)).max(6);
const texts = z
  .array(
    z.strictObject({
      language: widgetLanguage,
      title: oneLine(100),
      greeting: z.string().max(1000),
      launcher_label: launcherLabel,
      suggestions: suggestions,
    }),
  )
  .max(widgetLanguage.options.length)
  .refine((all) => new Set(all.map(({ language }) => language)).size === all.length, 'must name each language once');

/** The appearance and texts of the widget. */
export const widget = z.strictObject({
  title: z.string().max(100).exactOptional(),
  greeting: z.string().max(1000).exactOptional(),
  placeholder: z.string().max(200).exactOptional(),
  suggestions: suggestions.exactOptional(),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour written as #rrggbb')
    .exactOptional(),
  theme: z.enum(['auto', 'light', 'dark']).exactOptional(),
  position: z.enum(['bottom-right', 'bottom-left']).exactOptional(),
  locale: languageTag.exactOptional(),
  contact: z.string().max(300).exactOptional(),
  launcher_label: launcherLabel.exactOptional(),
  keep_history: z.boolean().exactOptional(),
  texts: texts.exactOptional(),
  suggest: z.boolean().exactOptional(),
});

function isLanguage(tag: string): boolean {
  if (tag === 'auto') return true;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
