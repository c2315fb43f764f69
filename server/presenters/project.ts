import type { Project, WidgetConfig } from '@footnote/sdk/contract';
import type { ProjectRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

/** The one record shape of a project. `defaultRetentionDays` is the server's setting; null if it keeps conversations. */
export const presentProject =
  (defaultRetentionDays: number | null) =>
  (row: ProjectRow): Project => ({
    id: row.id,
    name: row.name,
    description: row.description,
    allowed_origins: row.allowedOrigins,
    widget_access: row.widgetAccess,
    language: row.language,
    widget: row.widget,
    open_originals: row.openOriginals,
    daily_budget: row.dailyBudget,
    retention_days: row.retentionDays,
    default_retention_days: defaultRetentionDays,
    usage: row.usage,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  });

/** The part of a project that any visitor may see. */
export function presentWidgetConfig(row: ProjectRow): WidgetConfig {
  return { widget: row.widget, language: row.language };
}
