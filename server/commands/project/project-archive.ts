import { z } from 'zod';
import { archivedFile } from '../../archive/manifest.ts';
import { WIDGET_IMAGE_LIMITS } from '../../platform/limits.ts';
import { isWebAddress } from '../../platform/network/web-address.ts';
import { isExternalId } from '../../platform/text/external-id.ts';
import { WIDGET_LANGUAGES } from '../../platform/widget-languages.ts';
import { repositoryForge, repositorySite } from '../../presenters/repositories.ts';
import { BUDGET_DEFAULTS, PROJECT_DEFAULTS } from '../../services/projects.ts';
import { MAX_REPOSITORIES } from '../../services/sources/repositories.ts';

/** The entries of a project's archive besides its manifest. */
export const PROJECT = 'project.json';
export const SOURCES = 'sources.json';
/** Absent in archives of earlier versions. */
export const REPOSITORIES = 'repositories.json';
/** One conversation per line. */
export const CONVERSATIONS = 'conversations.jsonl';

const NUMBERED = /^(?:originals|texts)\/\d{1,9}$/;
export const originalPath = (number: number) => `originals/${number}`;
/** The extracted text of a source, for other programs: Footnote parses the originals again. */
export const textPath = (number: number) => `texts/${number}`;
/** Reports whether the archive may contain this path. No such path leads out of its folder. */
export const isProjectName = (path: string) =>
  path === PROJECT || path === SOURCES || path === REPOSITORIES || path === CONVERSATIONS || NUMBERED.test(path);

/** The maximum size of each entry that is read into memory, in bytes. */
export const MAX_BYTES = { [PROJECT]: 1e6, [SOURCES]: 64e6, [REPOSITORIES]: 1e6, [CONVERSATIONS]: 256e6 };

export const projectManifest = z.strictObject({
  format: z.literal('footnote-project'),
  formatVersion: z.literal(1),
  footnote: z.string().max(50),
  createdAt: z.iso.datetime(),
  files: z.array(archivedFile),
});

const line = (most: number) => z.string().max(most);
const questions = z.number().int().min(1).max(1_000_000_000).nullable();

const { widget, ...settings } = PROJECT_DEFAULTS;

const image = z
  .base64()
  .max(4 * Math.ceil(WIDGET_IMAGE_LIMITS.bytes / 3))
  .nullable();

/**
 * A project's settings. Its keys, tokens and usage are not archived. A setting that an archive lacks was not there in its
 * version and takes its default; one that is not known here is refused, as the project would do something else without it.
 */
export const archivedProject = z.strictObject({
  name: z.string().trim().min(1).max(100),
  description: line(2000).default(settings.description),
  allowedOrigins: z.array(line(300)).max(100).default(settings.allowedOrigins),
  // An archive without it lets no stranger ask.
  widgetAccess: z.enum(['token', 'public']).default('token'),
  language: line(35)
    .regex(/^[\w-]+$/)
    .default(settings.language),
  widget: z
    .strictObject({
      title: line(100).default(widget.title),
      greeting: line(1000).default(widget.greeting),
      placeholder: line(200).default(widget.placeholder),
      suggestions: z.array(line(200)).max(6).default(widget.suggestions),
      accent: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .default(widget.accent),
      theme: z.enum(['auto', 'light', 'dark']).default(widget.theme),
      position: z.enum(['bottom-right', 'bottom-left']).default(widget.position),
      locale: line(35)
        .regex(/^[\w-]+$/)
        .default(widget.locale),
      contact: line(300).default(widget.contact),
      launcher_label: line(30).default(widget.launcher_label),
      keep_history: z.boolean().default(widget.keep_history),
      texts: z
        .array(
          z.object({
            language: z.enum(WIDGET_LANGUAGES),
            title: line(100),
            greeting: line(1000),
            launcher_label: line(30),
            suggestions: z.array(line(200)).max(6),
          }),
        )
        .max(WIDGET_LANGUAGES.length)
        .default(widget.texts),
      suggest: z.boolean().default(widget.suggest),
    })
    .default(widget),
  widgetImages: z.strictObject({ logo: image, avatar: image }).default({ logo: null, avatar: null }),
  openOriginals: z.boolean().default(settings.openOriginals),
  retentionDays: z.number().int().min(0).max(36_500).nullable().default(settings.retentionDays),
  handover: z
    .strictObject({
      consent: line(500),
      privacy_url: line(2048).nullable(),
      notify: line(254).nullable(),
    })
    .nullable()
    .default(settings.handover),
  recordPages: z.boolean().default(settings.recordPages),
  alertMails: z.boolean().default(settings.alertMails),
  dailyBudget: z
    .strictObject({
      requests: questions.default(BUDGET_DEFAULTS.requests),
      per_visitor: questions.default(BUDGET_DEFAULTS.per_visitor),
      message: line(500).default(BUDGET_DEFAULTS.message),
    })
    .nullable()
    .default(settings.dailyBudget),
} satisfies Record<'name' | keyof typeof PROJECT_DEFAULTS, z.ZodType>);

export type ArchivedProject = z.infer<typeof archivedProject>;

const pattern = z.string().min(1).max(200);
/** What its owner says of a source; archives of earlier versions have none of it. */
const said = {
  externalId: z.string().refine(isExternalId).exactOptional(),
  address: z.string().max(2000).refine(isWebAddress).exactOptional(),
  labels: z.record(z.string().max(64), z.string().max(500)).exactOptional(),
  repositoryId: z.string().min(1).max(100).exactOptional(),
  editUrl: z.string().max(4000).refine(isWebAddress).exactOptional(),
};
const common = { id: z.string().min(1).max(100), createdAt: z.number().int(), ...said };
const number = z.number().int().min(0).max(999_999_999);

/** The sources, oldest first, without the pages of sites, which a crawl finds again. */
export const archivedSources = z
  .array(
    z.discriminatedUnion('type', [
      z.strictObject({ ...common, type: z.literal('file'), name: z.string().min(1).max(1000), original: number }),
      z.strictObject({ ...common, type: z.literal('text'), title: z.string().min(1).max(300), original: number }),
      z.strictObject({
        ...common,
        type: z.literal('url'),
        url: z.string().max(4000),
        refreshHours: z.number().int().min(1).max(8760).nullable(),
        crawl: z
          .strictObject({
            max_pages: z.number().int().min(1).max(1000),
            max_depth: z.number().int().min(0).max(20),
            include: z.array(pattern).max(50),
            exclude: z.array(pattern).max(50),
            sitemap: z.boolean(),
          })
          .nullable(),
      }),
    ]),
  )
  .max(200_000);

export type ArchivedSource = z.infer<typeof archivedSources>[number];

const patterns = z.array(line(300).min(1)).max(50);

/** The git repositories that sources are read from. Neither their tokens nor the secrets of their webhooks are archived. */
export const archivedRepositories = z
  .array(
    z.strictObject({
      id: z.string().min(1).max(100),
      url: line(2000),
      branch: line(250).min(1).nullable(),
      folder: line(400),
      include: patterns,
      exclude: patterns,
      baseUrl: line(2000).refine(isWebAddress).nullable(),
      site: repositorySite.nullable(),
      forge: repositoryForge.nullable(),
      prefix: line(2000).min(1),
      hadToken: z.boolean(),
      refreshHours: z.number().int().min(1).max(720).nullable(),
    }),
  )
  .max(MAX_REPOSITORIES);

export type ArchivedRepository = z.infer<typeof archivedRepositories>[number];

const count = z.number().int().min(0);
const citation = z.strictObject({
  id: z.number().int(),
  sourceId: line(100),
  title: line(2000),
  sourceName: line(4000).exactOptional(),
  page: z.number().int().nullable(),
  heading: line(5000).nullable(),
  text: line(100_000),
  quote: line(100_000),
  quoteStart: count,
  quoteEnd: count,
  answerRange: z.strictObject({ start: count, end: count }).exactOptional(),
  address: line(4000).nullable(),
  indexedAt: z.number().int(),
  support: z.enum(['quoted', 'checked']).exactOptional(),
});

/** One conversation. Its visitor id is left out, as it means nothing in another installation. */
export const archivedConversation = z.strictObject({
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        text: line(1_000_000),
        citations: z.array(citation).max(1000),
        finishReason: z.enum(['stop', 'unsure', 'refused', 'length', 'aborted', 'error']).nullable(),
        reason: line(100).exactOptional(),
        certainty: z.number().min(0).max(1).exactOptional(),
        pageUrl: line(2048).refine(isWebAddress).exactOptional(),
        usage: z.strictObject({ prompt_tokens: count, completion_tokens: count, total_tokens: count }).nullable(),
        rating: z.enum(['up', 'down']).nullable(),
        comment: line(5000).nullable(),
        createdAt: z.number().int(),
      }),
    )
    .max(100_000),
});

export type ArchivedConversation = z.infer<typeof archivedConversation>;
