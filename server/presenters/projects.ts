import type { DailyBudget, Project, Role, WidgetConfig, WidgetImages } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { ProjectRow, StoredWidgetImage } from '../store/types.ts';
import { role, widgetAccess, widgetLanguage } from './enums.ts';
import { count, field, flag, id, shape, text, time, timestamp } from './shape.ts';

const widgetTexts = shape(
  'WidgetTexts',
  'The texts of the widget in one language. An empty one is as in the settings.',
  {
    language: field(widgetLanguage, 'The language of the widget.', 'de'),
    title: text('The heading of the widget.', 'Fragen Sie uns'),
    greeting: text('The first message of the chat.', 'Was möchten Sie wissen?'),
    launcher_label: text('The words on the button.', 'Fragen'),
    suggestions: field(z.array(z.string()), 'Suggested first questions.', ['Wie lange gilt die Garantie?']),
  },
);

export const widgetSettings = shape('WidgetSettings', 'The appearance and texts of the widget.', {
  title: text('The heading of the widget.', 'Ask Example'),
  greeting: text('The first message of the chat.', 'What would you like to know?'),
  placeholder: text('The placeholder of the input.', 'Ask a question'),
  suggestions: field(z.array(z.string()), 'Suggested first questions.', ['How long is the warranty?']),
  accent: text('The accent colour, as a CSS hex colour `#rrggbb`.', '#2f5bd8'),
  theme: field(z.enum(['auto', 'light', 'dark']), 'The colour theme. `auto` follows the visitor’s system.', 'auto'),
  position: field(z.enum(['bottom-right', 'bottom-left']), 'The position of the launcher.', 'bottom-right'),
  locale: text('The language of the controls: `auto` or a BCP 47 tag.', 'auto'),
  contact: text('A contact for visitors when the documents do not answer. Empty if there is none.', 'help@example.com'),
  launcher_label: text('The words on the button; empty for the icon alone.', 'Ask'),
  keep_history: flag('Whether the visitor’s browser keeps the conversation when the tab is closed.', false),
  texts: field(z.array(widgetTexts), 'Texts in single languages, which replace those above there.', []),
  suggest: flag('Whether questions that the documents answer are suggested where `suggestions` is empty.', true),
});

const dailyBudget = shape('DailyBudget', 'The number of questions that may be asked per day (UTC).', {
  requests: field(z.int().nullable(), 'The limit for the whole project; `null` for no limit.', 1000),
  per_visitor: field(z.int().nullable(), 'The limit for each visitor; `null` for no limit.', 50),
  message: text(
    'The message to visitors when a limit is reached; empty for the server’s default.',
    'Please ask again tomorrow.',
  ),
});

const handoverFields = {
  consent: text('What the visitor agrees to, beside a checkbox.', 'You may use my address to answer me.'),
  privacy_url: field(
    z.string().nullable(),
    'A page about it, to which the text gets a link; `null` if there is none.',
    null,
  ),
};

const handoverSettings = shape('HandoverSettings', 'How visitors hand questions over to a person.', {
  ...handoverFields,
  notify: field(
    z.string().nullable(),
    'Who gets a mail for each, if the server sends mail; `null` for no one.',
    'help@example.com',
  ),
});

const handoverForm = shape('HandoverForm', 'What the form for handing a question over says.', handoverFields);

const usage = shape('ProjectUsage', 'The usage of a project since its creation.', {
  requests: count('The number of chat requests for which answering began.', 128),
  tokens_total: count('The tokens of prompts and answers together, as the answering engine counts them.', 90_210),
});

const widgetImage = shape('WidgetImage', 'A picture of the widget.', {
  path: text(
    'Where it is on this server, without credentials. Another picture has another path.',
    '/widget/images/proj_2x4y6z8AbCdEfGhIjKlMnO/tq3WSVpT0bzH7hPqmYkUQ1xcE4g.png',
  ),
  width: count('Its width in pixels.', 320),
  height: count('Its height in pixels.', 80),
});

const widgetImages = shape('WidgetImages', 'The pictures of the widget.', {
  logo: field(widgetImage.nullable(), 'Beside the title; `null` if there is none.'),
  avatar: field(widgetImage.nullable(), 'In the greeting and beside each answer; `null` if there is none.', null),
});

const widgetOrigin = shape('WidgetOrigin', 'An origin whose pages use the widget.', {
  origin: text('The origin.', 'https://docs.example.com'),
  last_seen_at: time('When the widget was last seen there.'),
});

export const project = shape('Project', 'A set of documents and the chat that answers from them.', {
  id: id('proj', 'The project’s id.'),
  role: field(role, 'What you are in the project.', 'owner'),
  name: text('The project’s name.', 'Example manuals'),
  description: text('A note for the owner. Visitors never see it.', 'Everything we publish for customers.'),
  allowed_origins: field(z.array(z.string()), 'The origins whose pages may chat. `PATCH` describes the format.', [
    'https://docs.example.com',
  ]),
  widget_access: field(
    widgetAccess,
    'Who may ask in the widget. `public`: every visitor of your sites, which are the allowed origins. `token`: only people who are signed in to your site, for whom your backend gets widget tokens.',
    'public',
  ),
  language: text('The language of the project: `auto` or a BCP 47 tag.', 'auto'),
  widget: widgetSettings,
  open_originals: flag('Whether visitors may read whole documents and open the stored files.', false),
  daily_budget: field(
    dailyBudget.nullable(),
    'How many questions may be asked per day; `null` for `default_daily_budget`. If the widget is public, one address may use up a tenth of it.',
    null,
  ),
  default_daily_budget: field(
    dailyBudget.nullable(),
    'What visitors may ask per day while `daily_budget` is `null`: limited if the widget is public; otherwise `null` for no limit.',
    null,
  ),
  retention_days: field(
    z.int().nullable(),
    'Days after which idle conversations are deleted, 1–3650; `null` for `default_retention_days`.',
    null,
  ),
  default_retention_days: field(
    z.int().nullable(),
    'The server’s default for `retention_days`; `null` if conversations are kept.',
    90,
  ),
  handover: field(handoverSettings.nullable(), 'How visitors hand questions over; `null` if they do not.', null),
  record_pages: flag('Whether the pages that questions are asked from are stored, without query and fragment.', false),
  alert_mails: flag(
    'Whether the owner and the editors get a mail when clearly more questions are refused than before, if the server sends mail.',
    true,
  ),
  widget_origins: field(
    z.array(widgetOrigin),
    'Where visitors’ widgets asked for a token or their settings last, the latest first; at most 20 origins, to the minute.',
    [],
  ),
  widget_images: field(widgetImages, 'The logo and the avatar of the widget.'),
  sources_count: count('The number of its sources, with the pages of its sites.', 12),
  usage,
  created_at: time('The time of creation.'),
  updated_at: time('The time of the last change.'),
});

export const widgetConfig = shape('WidgetConfig', 'The settings of a project that visitors’ browsers may read.', {
  widget: widgetSettings,
  widget_images: field(widgetImages, 'The logo and the avatar of the widget.'),
  language: text('The language of the project: `auto` or a BCP 47 tag.', 'auto'),
  handover: field(handoverForm.nullable(), 'How to hand a question over; `null` if that is off.', null),
});

export const widgetRevoked = shape('WidgetRevoked', 'All widget tokens of the project are no longer valid.', {
  revoked: z.literal(true),
});

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

/** The part of a project that any visitor may see. `suggestions`: the owner's own, or those that were found. */
export function presentWidgetConfig(row: ProjectRow, suggestions: string[]): WidgetConfig {
  const { handover } = row;
  return {
    widget: { ...row.widget, suggestions },
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
