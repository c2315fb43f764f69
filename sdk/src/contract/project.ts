import type { Timestamp } from './common.ts';

/** Who may mint a widget token: a holder of a key or the owner, or also any page on an allowed origin. @extension */
export type WidgetAccess = 'token' | 'public';

/** How the widget looks and greets. @extension */
export interface WidgetSettings {
  title: string;
  greeting: string;
  placeholder: string;
  suggestions: string[];
  /** A CSS hex colour, `#rrggbb`. */
  accent: string;
  theme: 'auto' | 'light' | 'dark';
  position: 'bottom-right' | 'bottom-left';
  /** `auto` or a BCP 47 tag. */
  locale: string;
  /** Where a visitor may turn when the documents do not answer; empty for nobody. */
  contact: string;
}

/** How many questions may be asked on a day (UTC): null is any number. @extension */
export interface DailyBudget {
  /** Of the whole project. */
  requests: number | null;
  per_visitor: number | null;
  /** What is said when it is spent; empty for the server's own words. */
  message: string;
}

export interface ProjectUsage {
  requests: number;
  tokens_total: number;
}

export interface Project {
  id: string;
  name: string;
  description: string;
  allowed_origins: string[];
  /** @extension */
  widget_access: WidgetAccess;
  /** `auto` or a BCP 47 tag. @extension */
  language: string;
  /** @extension */
  widget: WidgetSettings;
  /** May visitors open the stored originals? @extension */
  open_originals: boolean;
  /** @extension */
  daily_budget: DailyBudget | null;
  /** Conversations are forgotten so many days after they were last touched, 1–3650; null: `default_retention_days`. @extension */
  retention_days: number | null;
  /** What the server does where a project says nothing; null: it keeps them. @extension */
  default_retention_days: number | null;
  usage: ProjectUsage;
  /** @extension */
  created_at: Timestamp;
  /** @extension */
  updated_at: Timestamp;
}

export interface CreateProjectRequest {
  name: string;
  description?: string;
  allowed_origins?: string[];
}

/** Arrays replace, `widget` is merged key by key. @extension */
export interface UpdateProjectRequest {
  name?: string;
  description?: string;
  allowed_origins?: string[];
  widget_access?: WidgetAccess;
  language?: string;
  widget?: Partial<WidgetSettings>;
  open_originals?: boolean;
  daily_budget?: Partial<DailyBudget> | null;
  retention_days?: number | null;
}
