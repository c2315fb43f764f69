/** Expressions whose time may grow faster than the text that they get, and what bounds it. */
export interface Bounded {
  /** Why they are safe there: what the text is, or its longest length and the constant that says so. */
  because: string;
  /** By file, as they are written there. */
  expressions: Record<string, RegExp[]>;
}

/**
 * Those that were looked at and stay as they are. Rather than adding one, write it so that its time is proportional to the text
 * (CONTRIBUTING, “A regular expression”).
 */
export const LOOKED_AT: Bounded[] = [
  {
    because: 'The text is the end of a line, of 60 characters at most (`MAX_WORD` of wrapped-lines.ts).',
    expressions: { 'server/ingestion/parsers/plain-text/wrapped-lines.ts': [/([\p{L}\p{M}]+)-$/u] },
  },
  {
    because:
      'The text is an entry of a table of contents, of 120 characters at most (`MAX_ENTRY` of contents-lists.ts).',
    expressions: { 'server/ingestion/parsers/plain-text/contents-lists.ts': [/[ \t.]{2,}\d{1,4}$/] },
  },
  {
    because: 'The text is an address that the operator sets for their own server.',
    expressions: {
      'server/config/env-values.ts': [/\/+$/],
    },
  },
  {
    because:
      'The name of a model has at most 200 characters (`modelName` of env-values.ts, `model` of model-server.ts).',
    expressions: { 'server/engines/embedding-prefixes.ts': [/\be5-mistral\b|\be5-.*instruct\b/] },
  },
  {
    because: 'The text is an address that a developer writes into their own program or page.',
    expressions: {
      'sdk/src/core/options.ts': [/\/+$/],
      'widget/src/element/api-settings.ts': [/\/+$/],
      'widget/src/embed.ts': [/(\/widget\/[^/]+)?\/widget\.js([?#].*)?$/],
    },
  },
  {
    because:
      'The text is our own: a hash in Base64, a statement of ours, the name of a file in a package that is pinned.',
    expressions: {
      'server/services/accounts/passwords.ts': [/=+$/],
      'server/store/sqlite/database/driver.ts': [/\s+for (?:(?:key )?share|no key update|update of \w+ skip locked)$/],
      'server/engines/packages/engine-contents.ts': [/\.(linux|darwin|win32)-(\w+)(-musl)?[-\w]*\.node$/],
    },
  },
  {
    because: 'The text is what stands before a marker on its line, at most 60 characters (TAIL_LENGTH).',
    expressions: {
      'server/answering/generation/markers/citation-marker-forms.ts': [
        /^[\s>]*$|[.!?…\])】][\p{Pe}\p{Pf}"'’”*_]*\s+$|[。！？]\s*$/u,
        /^\s*(?:(?:[-*•+]|\d{1,3}[.)])\s+)?$|[.!?…\])】][\p{Pe}\p{Pf}"'’”*_]*\s+$/u,
      ],
    },
  },
  {
    because: 'A line of more than 40 characters is not tried (MAX_HEADING_LENGTH).',
    expressions: {
      'server/answering/generation/markers/reference-list-filter.ts': [/^[\s#*_>]*([\p{L} ]*?)[\s*_]*[:：]?[\s*_]*$/u],
    },
  },
  {
    because: 'The address of a site has at most 2,048 characters as it is entered (MAX_URL_LENGTH of url-policy.ts).',
    expressions: {
      'server/ingestion/crawl/sitemap.ts': [/\/(?:[\w.-]*sitemap[\w.-]*\.(?:xml|txt)(?:\.gz)?|llms\.txt)$/i],
    },
  },
  {
    because: 'An address in an answer has at most 2,000 characters behind its scheme (BARE).',
    expressions: { 'widget/src/text/markdown/inline.ts': [/[.,;:!?…]+$/] },
  },
];

/**
 * For each file that builds expressions when it is called, what its places make of usual parts, in their order. These are
 * examined in their stead.
 */
export const BUILT_WHEN_CALLED: Record<string, RegExp[]> = {
  'server/answering/generation/markers/citation-marker-parser.ts': [
    /^\s*`{3,}\s*$/,
    /^(?:[^`\n]|(?<!`)(?!`{2}(?!`))`+)*?(?<!`)`{2}(?!`)/,
  ],
  'server/folders/antora.ts': [/^version:[ \t]*(.*)$/m],
  'server/console/controllers/action.ts': [/^allowed_origins(?:\.|\[)(\d+)/],
  'server/console/controllers/router.ts': [/^\/projects\/([^/]+)\/sources\/([^/]+)\/?$/],
  'server/engines/host/watch-memory.ts': [/^RssAnon:\s*(\d+) kB/m],
  'server/ingestion/parsers/pdf/pdf-headers-footers.ts': [/(?<!\d)12(?!\d)/],
};
