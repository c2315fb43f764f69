import type { DailyBudget, Project, Role, WidgetConfig, WidgetImages } from '@footnote/sdk/contract';
import type { ProjectRow, StoredWidgetImage } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

/** What applies to a project as long as its owner decides nothing else. */
interface ProjectDefaults {
  /** Null if the server keeps conversations. */
  retentionDays: number | null;
  budget: (row: ProjectRow) => DailyBudget | null;
}

/** The one record shape of a project, for somebody with this role in it. `sources`: how many it has. */
export const presentProject =
  (defaults: ProjectDefaults) =>
  (row: ProjectRow, role: Role, sources: number): Project => ({
    id: row.id,
    role,
    name: row.name,
    description: row.description,
    allowed_origins: row.allowedOrigins,
    widget_access: row.widgetAccess,
    language: row.language,
    widget: row.widget,
    open_originals: row.openOriginals,
    daily_budget: row.dailyBudget,
    default_daily_budget: defaults.budget(row),
    retention_days: row.retentionDays,
    default_retention_days: defaults.retentionDays,
    handover: row.handover,
    record_pages: row.recordPages,
    alert_mails: row.alertMails,
    widget_origins: row.widgetOrigins.map(({ origin, seenAt }) => ({ origin, last_seen_at: timestamp(seenAt) })),
    widget_images: presentImages(row),
    sources_count: sources,
    usage: row.usage,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  });

/** The part of a project that any visitor may see. */
export function presentWidgetConfig(row: ProjectRow): WidgetConfig {
  const { handover } = row;
  return {
    widget: row.widget,
    widget_images: presentImages(row),
    language: row.language,
    handover: handover && { consent: handover.consent, privacy_url: handover.privacy_url },
  };
}

function presentImages({ id, widgetImages: { logo, avatar } }: ProjectRow): WidgetImages {
  const present = ({ name, width, height }: StoredWidgetImage) => ({
    path: `/widget/images/${id}/${name}`,
    width,
    height,
  });
  return { logo: logo && present(logo), avatar: avatar && present(avatar) };
}
