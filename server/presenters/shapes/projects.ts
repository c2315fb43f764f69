import { z } from 'zod';
import { widgetAccess } from './enums.ts';
import { count, decided, decidedShape, field, id, shape, text, time } from './shape.ts';

export const widgetSettings = decidedShape(
  'WidgetSettings',
  'How the widget looks and greets.',
  z.strictObject({
    title: text('The heading at its top.', 'Ask Example'),
    greeting: text('What it says first.', 'What would you like to know?'),
    placeholder: text('What the empty input shows.', 'Ask a question'),
    suggestions: field(z.array(z.string()), 'Questions to begin with.', ['How long is the warranty?']),
    accent: text('A CSS hex colour, `#rrggbb`.', '#2f5bd8'),
    theme: field(z.enum(['auto', 'light', 'dark']), '`auto` follows the visitor’s system.', 'auto'),
    position: field(z.enum(['bottom-right', 'bottom-left']), 'Where the launcher stands.', 'bottom-right'),
    locale: text('The language of its controls: `auto` or a BCP 47 tag.', 'auto'),
    contact: text(
      'Whom visitors can ask when the documents do not answer. Empty if there is nobody.',
      'help@example.com',
    ),
  }),
);

const dailyBudget = decidedShape(
  'DailyBudget',
  'How many questions may be asked on a day (UTC).',
  z.strictObject({
    requests: field(z.int().nullable(), 'Of the whole project; `null` for no limit.', 1000),
    per_visitor: field(z.int().nullable(), 'Of each visitor; `null` for no limit.', 50),
    message: text(
      'What a visitor reads when it is spent; empty for the server’s own words.',
      'Please ask again tomorrow.',
    ),
  }),
);

const usage = shape(
  'ProjectUsage',
  'What a project has used since it was made.',
  z.strictObject({
    requests: count('Chat requests for which answering began.', 128),
    tokens_total: count('What they cost, prompts and answers together, by the answering engine’s own count.', 90_210),
  }),
);

export const project = shape(
  'Project',
  'Documents, and a chat that answers from them.',
  z.strictObject({
    id: id('proj', 'The project’s id.'),
    name: text('The project’s name.', 'Example manuals'),
    description: text('For its owner; visitors never see it.', 'Everything we publish for customers.'),
    allowed_origins: field(z.array(z.string()), 'Origins whose pages may chat; see `PATCH`.', [
      'https://docs.example.com',
    ]),
    widget_access: decided(
      field(widgetAccess, 'May a page on an allowed origin get a widget token on its own?', 'token'),
    ),
    language: decided(text('`auto` or a BCP 47 tag.', 'auto')),
    widget: widgetSettings,
    open_originals: decided(field(z.boolean(), 'May visitors open the stored originals?', false)),
    daily_budget: decided(
      field(dailyBudget.nullable(), 'How many questions may be asked on a day; `null` for no limit.', null),
    ),
    retention_days: decided(
      field(
        z.int().nullable(),
        'Conversations are deleted so many days after they were last touched, 1–3650; `null`: `default_retention_days` applies.',
        null,
      ),
    ),
    default_retention_days: decided(
      field(z.int().nullable(), 'The server’s default for `retention_days`; `null`: conversations are kept.', 90),
    ),
    usage,
    created_at: decided(time('When it was made.')),
    updated_at: decided(time('When it was last changed.')),
  }),
);

export const widgetConfig = decidedShape(
  'WidgetConfig',
  'What a visitor’s browser may know of a project.',
  z.strictObject({ widget: widgetSettings, language: text('`auto` or a BCP 47 tag.', 'auto') }),
);

export const widgetRevoked = decidedShape(
  'WidgetRevoked',
  'Every widget token of the project is refused from now on.',
  z.strictObject({ revoked: z.literal(true) }),
);
