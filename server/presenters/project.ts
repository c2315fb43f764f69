import type { Project, WidgetConfig } from '@footnote/sdk/contract';
import type { ProjectRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

/** The one record shape of a project. `defaultRetentionDays`: of the server; null where it keeps conversations. */
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

/** What any visitor may know of a project, and nothing else. */
export function presentWidgetConfig(row: ProjectRow): WidgetConfig {
  return { widget: row.widget, language: row.language };
}
