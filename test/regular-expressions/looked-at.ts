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
    because: 'The text is an address or a name that the operator, or who runs a command, sets for their own server.',
    expressions: {
      'server/commands/doctor/doctor.ts': [/\/+$/],
      'server/commands/mcp.ts': [/\/+(?:v1\/*)?$/],
      'server/config/env-values.ts': [/\/+$/],
      'server/engines/embedding-prefixes.ts': [/\be5-mistral\b|\be5-.*instruct\b/],
      'server/engines/openai/model-server-url.ts': [/\/+$/],
    },
  },
  {
    because: 'The text is an address that a developer writes into their own program or page.',
    expressions: {
      'sdk/src/core/options.ts': [/\/+$/],
      'widget/src/controllers/api-settings.ts': [/\/+$/],
      'widget/src/embed.ts': [/(\/widget\/[^/]+)?\/widget\.js([?#].*)?$/],
    },
  },
  {
    because:
      'The text is our own: a hash in Base64, a statement of ours, the name of a file in a package that is pinned.',
    expressions: {
      'server/services/passwords.ts': [/=+$/],
      'server/store/sqlite/database/driver.ts': [/\s+for (?:(?:key )?share|no key update|update of \w+ skip locked)$/],
      'server/engines/packages/engine-contents.ts': [/\.(linux|darwin|win32)-(\w+)(-musl)?[-\w]*\.node$/],
    },
  },
  {
    because: 'The text is what stands before a marker on its line, at most 60 characters (TAIL_LENGTH).',
    expressions: {
      'server/answering/generation/markers/citation-marker-forms.ts': [
        /\S.*[\s.!?…。！？"”'’»)]$/u,
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
    because: 'An address of a site has at most 2,048 characters (MAX_URL_LENGTH of url-policy.ts and sitemap.ts).',
    expressions: {
      'server/ingestion/crawl/sitemap.ts': [/\/(?:[\w.-]*sitemap[\w.-]*\.(?:xml|txt)(?:\.gz)?|llms\.txt)$/i],
    },
  },
  {
    because: 'The label of a macro has at most 600 characters (MACRO).',
    expressions: { 'server/ingestion/parsers/asciidoc/asciidoc-inline.ts': [/\s*>\s*/] },
  },
  {
    because: 'Of the names of classes, the first 300 characters are read (MAX_CLASSES).',
    expressions: {
      'server/ingestion/parsers/html/html-callouts.ts': [
        /^(?:theme-admonition|admonition|admonitionblock|markdown-alert|alert|callout|bd-callout|starlight-aside|custom-block|confluence-information-macro|hint|notice|message)(?:[-_]+(\w+))?$/,
      ],
    },
  },
  {
    because: 'Of a page, the first 4,096 bytes are read, once.',
    expressions: {
      'server/ingestion/parsers/html/parse-html.ts': [/<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})/i],
    },
  },
  {
    because: 'A line of more than 500 characters is not tried (MAX_LINE).',
    expressions: {
      'server/ingestion/parsers/markdown/block-markup.ts': [
        /^(?:!!!|\?\?\?\+?)[ \t]*([\w-][\w \t-]*)?(?:"([^"]*)")?[ \t]*$/,
        /^(?:\[TOC\]|\[\[_?toc_?\]\]|[*-] TOC|\{:[^{}]*\}|-+8<-+.*|\{#[\w-]+\})$/i,
      ],
    },
  },
  {
    because: 'An address in an answer has at most 2,000 characters (BARE).',
    expressions: { 'widget/src/markdown/inline.ts': [/[.,;:!?…]+$/] },
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
  'server/commands/sync/antora.ts': [/^version:[ \t]*(.*)$/m],
  'server/console/controllers/action.ts': [/^allowed_origins(?:\.|\[)(\d+)/],
  'server/console/controllers/router.ts': [/^\/projects\/([^/]+)\/sources\/([^/]+)\/?$/],
  'server/engines/host/watch-memory.ts': [/^RssAnon:\s*(\d+) kB/m],
};
