/** Which folder may import which, for `npm run check`: rules of dependency-cruiser, and no import cycles. */

const SDK = 'sdk/src/index.ts';
const CONTRACT = 'sdk/src/contract/index.ts';

/** What knows nothing of the domain, and what stages know of the store and of the engines: their interfaces. */
const PLATFORM = 'server/platform/**';
const TRIM_ENDS = 'server/platform/text/trim-ends.ts';
const COLLAPSE_WHITESPACE = 'server/platform/text/collapse-whitespace.ts';
const DETACH = 'server/platform/text/detach.ts';
const HASH_TEXT = 'server/platform/text/hash-text.ts';
const TEXT_CACHE = 'server/platform/text/text-cache.ts';
const UTC_DAY = 'server/platform/utc-day.ts';
const META_REFRESH = 'server/platform/network/meta-refresh.ts';
const HEADING_SLUG = 'server/platform/text/heading-slug.ts';
const DOT_PRODUCT = 'server/platform/vectors/dot-product.ts';
const FORGE_LINE = 'server/platform/text/forge-line.ts';
const COUNT_VISIBLE = 'server/platform/text/count-visible.ts';
const ROMAN_NUMBERS = 'server/platform/text/roman-numbers.ts';
const EXTERNAL_ID = 'server/platform/text/external-id.ts';
const WEB_ADDRESS = 'server/platform/network/web-address.ts';
const WITHOUT_TARGETS = 'server/platform/text/without-targets.ts';
const EXPORT_NAMES = 'server/platform/text/export-names.ts';
const DOCFX_INCLUDE = 'server/platform/text/docfx-include.ts';
const UTF_16 = 'server/platform/text/utf-16.ts';
const FILE_FORMATS = 'server/platform/files/file-formats.ts';
const SENTENCES = 'server/language/sentences/';
const VOCABULARY = 'server/language/vocabulary/';
const LANGUAGE = ['server/language/', SENTENCES, 'server/language/similarity/', VOCABULARY];
const LEXICON = 'server/language/lexicon/';
const STORE_TYPES = 'server/store/types.ts';
const JOB_KIND = 'server/store/types/job-kind.ts';
const PAGE_AT = 'server/store/types/page-at.ts';
const ADDRESS_AT = 'server/store/types/address-at.ts';
const TITLES_APART = 'server/store/types/titles-apart.ts';
const BLOCK_TEXT = 'server/store/types/block-text.ts';
const LINK_ADDRESS = 'server/store/types/link-address.ts';
const JOIN_BLOCKS = 'server/store/types/join-blocks.ts';
const ENCODE_BLOCKS = 'server/store/types/encode-blocks.ts';
const ENGINE_TYPES = 'server/engines/types.ts';
const ENGINE_ERRORS = 'server/engines/errors.ts';
const ENGINE_ID = 'server/engines/engine-id.ts';
const PASSAGE_TEXT = 'server/engines/passage-text.ts';
const ENGINE_NAMES = 'server/engines/packages/engine-packages.ts';
const ANSWERING_TYPES = 'server/answering/types.ts';
const ANSWERING_ERRORS = 'server/answering/errors.ts';
const PARSERS = [
  'asciidoc',
  'docx',
  'epub',
  'html',
  'markdown',
  'notebook',
  'openapi',
  'pdf',
  'picture',
  'plain-text',
  'pptx',
  'recognition',
  'rst',
  'table',
  'text',
  'xlsx',
].map((format) => `server/ingestion/parsers/${format}/`);
const HTML_TREE = 'server/ingestion/parsers/html/tree/';
const EXPLAIN_REFUSAL = 'server/ingestion/web/explain-refusal.ts';
const INGESTION_TYPES = ['server/ingestion/types.ts', 'server/ingestion/failures.ts'];
/** The declared tables, and what reads and writes their rows. */
const STORE_TABLES = ['server/store/types/', 'server/store/table.ts', 'server/store/rows.ts'];
const STORE_CORE = [STORE_TYPES, ...STORE_TABLES, 'server/store/db.ts', 'server/store/errors.ts', PLATFORM, CONTRACT];

const WIDGET = 'widget/src/';

/**
 * The import table. A file belongs to the row of its own folder; a row ending in `**` speaks for all folders below it, too.
 * Of this project a file may import its own folder and what `may` lists: a folder without those below it, with them if it ends
 * in `**`, or a file.
 * Packages are free unless test/architecture.test.ts has a named door for them.
 */
const TABLE = [
  { folder: 'sdk/src/**', may: [] },
  { folder: 'widget/src/', may: [`${WIDGET}element/`, `${WIDGET}locales/`, `${WIDGET}base/`] },
  {
    folder: `${WIDGET}element/`,
    may: [SDK, CONTRACT, ...['chat/', 'search/', 'handover/', 'locales/', 'base/'].map((name) => WIDGET + name)],
  },
  ...['search/', 'handover/'].map((name) => ({
    folder: WIDGET + name,
    may: [SDK, CONTRACT, `${WIDGET}chat/`, `${WIDGET}locales/`, `${WIDGET}base/`],
  })),
  {
    folder: `${WIDGET}chat/`,
    may: [SDK, CONTRACT, `${WIDGET}text/**`, `${WIDGET}locales/`, `${WIDGET}base/`],
  },
  { folder: `${WIDGET}text/**`, may: [SDK, CONTRACT, `${WIDGET}base/`] },
  { folder: `${WIDGET}base/`, may: [SDK, CONTRACT, `${WIDGET}locales/`] },
  { folder: `${WIDGET}locales/`, may: [SDK, CONTRACT] },
  { folder: `${WIDGET}documentation/`, may: [] },
  // An owner reads an answer as its visitor saw it: with the widget's own Markdown.
  {
    folder: 'server/console/**',
    may: [
      SDK,
      CONTRACT,
      'widget/src/text/markdown.ts',
      'widget/src/text/citation-label.ts',
      'widget/src/base/design.ts',
    ],
  },

  { folder: PLATFORM, may: [CONTRACT] },
  { folder: 'server/language/', may: [VOCABULARY, TRIM_ENDS, DETACH] },
  { folder: SENTENCES, may: [] },
  { folder: 'server/language/similarity/', may: ['server/language/', HASH_TEXT] },
  { folder: VOCABULARY, may: [] },
  { folder: 'server/language/lexicon/', may: [...LANGUAGE] },
  { folder: 'server/archive/', may: ['server/platform/files/sync-file.ts'] },
  { folder: 'server/includes/', may: [DOCFX_INCLUDE] },
  {
    folder: 'server/folders/',
    may: [
      'server/includes/',
      'server/ingestion/file-type/identify-file.ts',
      'server/ingestion/parsers/rst/rst-definitions.ts',
      FILE_FORMATS,
      'server/platform/files/hash-file.ts',
      'server/platform/text/external-id.ts',
      'server/platform/text/export-names.ts',
      HEADING_SLUG,
      TRIM_ENDS,
    ],
  },
  { folder: 'server/config/', may: [] },

  {
    folder: 'server/store/types/',
    may: ['server/store/table.ts', CONTRACT, HEADING_SLUG, FORGE_LINE, EXPORT_NAMES, EXTERNAL_ID, WEB_ADDRESS],
  },
  {
    folder: 'server/store/',
    may: [
      'server/store/types/',
      'server/store/sqlite/open.ts',
      'server/store/sqlite/signing-secret.ts',
      'server/store/postgres/open.ts',
      'server/config/env.ts',
      PLATFORM,
      CONTRACT,
    ],
  },
  { folder: 'server/store/search/', may: STORE_CORE },
  { folder: 'server/store/migrations/', may: STORE_CORE },
  { folder: 'server/store/vectors/', may: [...STORE_CORE, 'server/store/search/'] },
  {
    folder: 'server/store/coordination/',
    may: [...STORE_CORE, 'server/store/deletion/eraser.ts'],
  },
  {
    folder: 'server/store/deletion/',
    may: [...STORE_CORE, 'server/store/search/'],
  },
  { folder: 'server/store/files/', may: [...STORE_CORE, 'server/store/deletion/'] },
  {
    folder: 'server/store/tables/accounts/',
    may: [...STORE_CORE, 'server/store/tables/', 'server/store/deletion/'],
  },
  {
    folder: 'server/store/tables/conversations/',
    may: [...STORE_CORE, 'server/store/tables/', 'server/store/coordination/outbox.ts', 'server/store/deletion/'],
  },
  {
    folder: 'server/store/tables/sources/',
    may: [
      ...STORE_CORE,
      'server/store/tables/',
      'server/store/coordination/',
      'server/store/deletion/',
      'server/store/files/',
      'server/store/search/',
      'server/store/vectors/',
    ],
  },
  { folder: 'server/store/tables/usage/', may: [...STORE_CORE, 'server/store/coordination/outbox.ts'] },
  {
    folder: 'server/store/tables/webhooks/',
    may: [...STORE_CORE, 'server/store/tables/', 'server/store/coordination/outbox.ts'],
  },
  {
    folder: 'server/store/tables/',
    may: [
      ...STORE_CORE,
      'server/store/tables/accounts/',
      'server/store/tables/conversations/',
      'server/store/tables/sources/',
      'server/store/tables/usage/',
      'server/store/tables/webhooks/',
      'server/store/coordination/',
      'server/store/deletion/',
      'server/store/search/',
      'server/store/vectors/',
    ],
  },
  {
    folder: 'server/store/move/',
    may: [
      ...STORE_CORE,
      'server/store/all-tables.ts',
      'server/store/coordination/void-tokens.ts',
      'server/store/search/',
      'server/store/vectors/',
    ],
  },
  {
    folder: 'server/store/sqlite/search/',
    may: [...STORE_CORE, 'server/store/coordination/', 'server/store/search/', 'server/store/vectors/'],
  },
  {
    folder: 'server/store/sqlite/database/',
    may: [
      ...STORE_CORE,
      'server/store/sqlite/search/',
      'server/store/coordination/',
      'server/store/files/',
      'server/store/migrations/',
      'server/store/tables/create-tables.ts',
    ],
  },
  {
    folder: 'server/store/sqlite/worker/',
    may: [
      ...STORE_CORE,
      'server/store/sqlite/database/',
      'server/store/sqlite/search/search-index.ts',
      'server/store/files/',
      'server/store/migrations/',
      'server/store/move/arriving.ts',
      'server/store/tables/create-tables.ts',
    ],
  },
  {
    folder: 'server/store/sqlite/',
    may: [
      ...STORE_CORE,
      'server/store/sqlite/database/',
      'server/store/sqlite/search/',
      'server/store/sqlite/worker/',
      'server/store/coordination/',
      'server/store/files/',
      'server/store/migrations/',
      'server/store/move/',
      'server/store/search/terms.ts',
      'server/store/tables/create-tables.ts',
      'server/store/vectors/vector-indexes.ts',
    ],
  },
  { folder: 'server/store/postgres/database/', may: STORE_CORE },
  {
    folder: 'server/store/postgres/search/',
    may: [...STORE_CORE, 'server/store/postgres/database/', 'server/store/search/', 'server/store/vectors/'],
  },
  {
    folder: 'server/store/postgres/',
    may: [
      ...STORE_CORE,
      'server/store/all-tables.ts',
      'server/store/postgres/database/',
      'server/store/postgres/search/',
      'server/store/coordination/',
      'server/store/files/',
      'server/store/migrations/',
      'server/store/move/',
      'server/store/sqlite/database/leftovers.ts',
      'server/store/tables/create-tables.ts',
      'server/store/vectors/vector-indexes.ts',
    ],
  },

  { folder: 'server/engines/', may: [PLATFORM] },
  { folder: 'server/engines/builtin/', may: [ENGINE_TYPES, ...LANGUAGE, PLATFORM] },
  { folder: 'server/engines/host/', may: [ENGINE_NAMES, PLATFORM] },
  { folder: 'server/engines/packages/', may: ['server/engines/catalogue/model-types.ts', ENGINE_TYPES, PLATFORM] },
  {
    folder: 'server/engines/catalogue/',
    may: [
      'server/engines/embedding-prefixes.ts',
      'server/platform/files/hash-file.ts',
      'server/platform/program/command-line.ts',
      'server/platform/text/format-bytes.ts',
    ],
  },
  {
    folder: 'server/engines/own-models/',
    may: [
      'server/engines/catalogue/',
      'server/engines/embedding-prefixes.ts',
      'server/engines/llama/check-gguf.ts',
      'server/engines/transformers/inference-labels.ts',
      PLATFORM,
    ],
  },
  {
    folder: 'server/engines/openai/',
    may: [ENGINE_TYPES, ENGINE_ID, ENGINE_ERRORS, 'server/engines/embedding-prefixes.ts', PLATFORM, CONTRACT],
  },
  {
    folder: 'server/engines/llama/',
    may: [
      ENGINE_TYPES,
      ENGINE_ID,
      ENGINE_ERRORS,
      'server/engines/catalogue/',
      'server/engines/host/',
      'server/engines/packages/',
    ],
  },
  {
    folder: 'server/engines/transformers/',
    may: [
      ENGINE_TYPES,
      ENGINE_ID,
      ENGINE_ERRORS,
      'server/engines/catalogue/',
      'server/engines/host/',
      'server/engines/packages/',
    ],
  },
  { folder: 'server/engines/reader/', may: [ENGINE_TYPES, ENGINE_ERRORS, 'server/engines/host/', PLATFORM] },
  {
    folder: 'server/engines/selection/',
    may: [
      ENGINE_TYPES,
      ENGINE_ID,
      'server/engines/builtin/',
      'server/engines/catalogue/',
      'server/engines/host/default-limits.ts',
      'server/engines/host/native-options.ts',
      'server/engines/llama/',
      'server/engines/openai/',
      'server/engines/packages/',
      'server/engines/reader/',
      'server/engines/transformers/',
      'server/config/env.ts',
      PLATFORM,
    ],
  },

  { folder: 'server/ingestion/parsers/text/', may: [...INGESTION_TYPES, ...LANGUAGE, UTF_16] },
  { folder: HTML_TREE, may: [...INGESTION_TYPES, 'server/ingestion/parsers/text/'] },
  {
    folder: 'server/ingestion/parsers/html/',
    may: [
      ...INGESTION_TYPES,
      HTML_TREE,
      'server/ingestion/parsers/html/boilerplate/',
      'server/ingestion/parsers/html/hidden/',
      ...LANGUAGE,
      'server/ingestion/parsers/text/',
      COLLAPSE_WHITESPACE,
      META_REFRESH,
    ],
  },
  {
    folder: 'server/ingestion/parsers/html/boilerplate/',
    may: [...INGESTION_TYPES, HTML_TREE, 'server/ingestion/parsers/text/', COLLAPSE_WHITESPACE, COUNT_VISIBLE],
  },
  {
    folder: 'server/ingestion/parsers/html/hidden/',
    may: [HTML_TREE, 'server/ingestion/parsers/html/boilerplate/consent-tools.ts', COLLAPSE_WHITESPACE],
  },
  {
    folder: 'server/ingestion/parsers/markdown/generators/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/html/html-callouts.ts',
      'server/ingestion/parsers/text/',
      COLLAPSE_WHITESPACE,
    ],
  },
  {
    folder: 'server/ingestion/parsers/markdown/',
    may: [
      DOCFX_INCLUDE,
      EXPORT_NAMES,
      ...INGESTION_TYPES,
      'server/ingestion/parsers/markdown/generators/',
      'server/ingestion/parsers/html/',
      HTML_TREE,
      'server/ingestion/parsers/text/',
      COLLAPSE_WHITESPACE,
    ],
  },
  { folder: 'server/ingestion/parsers/archive/', may: [...INGESTION_TYPES, 'server/ingestion/parsers/text/'] },
  {
    folder: 'server/ingestion/parsers/asciidoc/',
    may: [...INGESTION_TYPES, HTML_TREE, 'server/ingestion/parsers/text/', TRIM_ENDS],
  },
  {
    folder: 'server/ingestion/parsers/rst/',
    may: [...INGESTION_TYPES, 'server/ingestion/parsers/html/', HTML_TREE, 'server/ingestion/parsers/text/'],
  },
  {
    folder: 'server/ingestion/parsers/plain-text/',
    may: [...INGESTION_TYPES, 'server/ingestion/parsers/table/', 'server/ingestion/parsers/text/'],
  },
  {
    folder: 'server/ingestion/parsers/table/',
    may: [
      EXPORT_NAMES,
      ...INGESTION_TYPES,
      'server/ingestion/parsers/text/',
      'server/language/vocabulary/total-words.ts',
      COLLAPSE_WHITESPACE,
    ],
  },
  {
    folder: 'server/ingestion/parsers/notebook/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/html/',
      HTML_TREE,
      'server/ingestion/parsers/markdown/',
      'server/ingestion/parsers/text/',
    ],
  },
  {
    folder: 'server/ingestion/parsers/openapi/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/markdown/',
      'server/ingestion/parsers/table/',
      'server/ingestion/parsers/text/',
    ],
  },
  ...['xlsx', 'pptx'].map((format) => ({
    folder: `server/ingestion/parsers/${format}/`,
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/archive/',
      'server/ingestion/parsers/table/',
      'server/ingestion/parsers/text/',
    ],
  })),
  ...['docx', 'epub'].map((format) => ({
    folder: `server/ingestion/parsers/${format}/`,
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/archive/',
      'server/ingestion/parsers/html/',
      HTML_TREE,
      'server/ingestion/parsers/text/',
      COLLAPSE_WHITESPACE,
      COUNT_VISIBLE,
      ROMAN_NUMBERS,
    ],
  })),
  { folder: 'server/ingestion/parsers/recognition/', may: [ENGINE_TYPES] },
  {
    folder: 'server/ingestion/parsers/pdf/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/recognition/',
      'server/ingestion/parsers/text/',
      TRIM_ENDS,
      COLLAPSE_WHITESPACE,
      COUNT_VISIBLE,
    ],
  },
  {
    folder: 'server/ingestion/parsers/picture/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/pdf/',
      'server/ingestion/parsers/recognition/',
      'server/platform/files/picture-header.ts',
    ],
  },
  { folder: 'server/ingestion/chunk/', may: [...INGESTION_TYPES, ENCODE_BLOCKS, ...LANGUAGE] },
  { folder: 'server/ingestion/index/', may: [...INGESTION_TYPES, STORE_TYPES, ENGINE_TYPES, PASSAGE_TEXT, PLATFORM] },
  {
    folder: 'server/ingestion/parse/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/chunk/',
      'server/ingestion/index/embed-chunks.ts',
      ...PARSERS,
      FILE_FORMATS,
      'server/platform/program/lower-priority.ts',
      ENGINE_TYPES,
    ],
  },
  { folder: 'server/ingestion/file-type/', may: [...INGESTION_TYPES, 'server/ingestion/errors.ts', PLATFORM] },
  {
    folder: 'server/ingestion/web/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/file-type/identify-file.ts',
      'server/ingestion/parsers/html/tree/html-names.ts',
      'server/ingestion/parsers/html/tree/xhtml.ts',
      'server/platform/network/network-address.ts',
      'server/platform/network/refused-address.ts',
      'server/platform/files/text-pieces.ts',
      META_REFRESH,
      COUNT_VISIBLE,
      FILE_FORMATS,
      STORE_TYPES,
    ],
  },
  {
    folder: 'server/ingestion/crawl/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/pipeline.ts',
      'server/ingestion/index/',
      'server/ingestion/web/',
      STORE_TYPES,
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/ingestion/git/',
    may: [...INGESTION_TYPES, 'server/ingestion/parse/', 'server/ingestion/web/', FILE_FORMATS],
  },
  {
    folder: 'server/ingestion/',
    may: [
      'server/ingestion/crawl/',
      'server/ingestion/file-type/identify-file.ts',
      'server/ingestion/git/failures.ts',
      'server/ingestion/index/',
      'server/ingestion/parse/',
      'server/ingestion/web/',
      STORE_TYPES,
      ENGINE_TYPES,
      PLATFORM,
      CONTRACT,
    ],
  },

  {
    folder: 'server/answering/completion/',
    may: [ANSWERING_ERRORS, 'server/answering/prompt/', ENGINE_TYPES],
  },
  {
    folder: 'server/answering/query/',
    may: [
      ANSWERING_TYPES,
      'server/answering/completion/',
      'server/answering/prompt/',
      ENGINE_TYPES,
      STORE_TYPES,
      ...LANGUAGE,
      PLATFORM,
    ],
  },
  {
    folder: 'server/answering/spelling/',
    may: [ANSWERING_TYPES, 'server/engines/builtin/common-words.ts', STORE_TYPES, ...LANGUAGE, TEXT_CACHE],
  },
  {
    folder: 'server/answering/retrieval/',
    may: [
      ANSWERING_TYPES,
      'server/answering/spelling/correct-spelling.ts',
      'server/answering/query/',
      // The features are measured with the vectors that come with the server, whichever embedder is chosen.
      'server/engines/builtin/word-similarity.ts',
      ENGINE_TYPES,
      PASSAGE_TEXT,
      STORE_TYPES,
      TITLES_APART,
      ...LANGUAGE,
      PLATFORM,
    ],
  },
  {
    folder: 'server/answering/unanswered/',
    may: [ANSWERING_TYPES, 'server/answering/query/', 'server/answering/retrieval/', ENGINE_TYPES, ...LANGUAGE],
  },
  {
    folder: 'server/answering/curated/',
    may: [
      ANSWERING_TYPES,
      // Questions are compared with the vectors that come with the server, whichever embedder is chosen.
      'server/engines/builtin/word-similarity.ts',
      ENGINE_TYPES,
      STORE_TYPES,
      ...LANGUAGE,
      PLATFORM,
    ],
  },
  { folder: 'server/answering/contradiction/', may: [...LANGUAGE, LEXICON] },
  { folder: 'server/answering/prompt/', may: [ANSWERING_TYPES, ENGINE_TYPES, UTC_DAY] },
  {
    folder: 'server/answering/certainty/',
    may: ['server/answering/query/', 'server/answering/retrieval/'],
  },
  {
    folder: 'server/answering/passages/',
    may: [ANSWERING_TYPES, ...LANGUAGE, STORE_TYPES, BLOCK_TEXT, JOIN_BLOCKS],
  },
  {
    folder: 'server/answering/extractive/excerpts/',
    may: [
      ANSWERING_TYPES,
      'server/answering/passages/',
      'server/answering/query/',
      'server/answering/retrieval/',
      ...LANGUAGE,
      // Parts of a passage are compared as its features are.
      'server/engines/builtin/word-similarity.ts',
      // Pieces of passages are keys of what is remembered.
      DETACH,
      STORE_TYPES,
      PAGE_AT,
      LINK_ADDRESS,
      JOIN_BLOCKS,
    ],
  },
  {
    folder: 'server/answering/extractive/',
    may: [
      ANSWERING_TYPES,
      'server/answering/certainty/',
      'server/answering/extractive/excerpts/',
      'server/answering/extractive/table/',
      'server/answering/output/',
      'server/answering/passages/',
      'server/answering/query/',
      'server/answering/retrieval/',
      ...LANGUAGE,
      WITHOUT_TARGETS,
      COLLAPSE_WHITESPACE,
      TEXT_CACHE,
      // Pieces of passages are keys of what is remembered.
      DETACH,
      STORE_TYPES,
      BLOCK_TEXT,
      CONTRACT,
    ],
  },
  {
    folder: 'server/answering/extractive/table/',
    may: [
      ANSWERING_TYPES,
      'server/answering/output/',
      'server/answering/passages/',
      'server/answering/query/',
      'server/answering/retrieval/',
      ...LANGUAGE,
      STORE_TYPES,
      BLOCK_TEXT,
      JOIN_BLOCKS,
    ],
  },
  {
    folder: 'server/answering/output/',
    may: [
      ANSWERING_TYPES,
      'server/answering/query/',
      ...LANGUAGE,
      STORE_TYPES,
      PAGE_AT,
      ADDRESS_AT,
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/answering/context/',
    may: [
      ANSWERING_TYPES,
      'server/answering/passages/',
      'server/answering/prompt/',
      'server/answering/retrieval/',
      ENGINE_TYPES,
    ],
  },
  {
    folder: 'server/answering/generation/markers/',
    may: [ANSWERING_TYPES, 'server/answering/passages/', 'server/answering/prompt/', ...LANGUAGE],
  },
  {
    folder: 'server/answering/generation/support/',
    may: [
      ANSWERING_TYPES,
      DOT_PRODUCT,
      TRIM_ENDS,
      COLLAPSE_WHITESPACE,
      UTC_DAY,
      'server/answering/context/',
      'server/answering/contradiction/',
      'server/answering/extractive/excerpts/',
      'server/answering/generation/markers/',
      'server/answering/prompt/',
      'server/answering/query/',
      'server/answering/retrieval/',
      'server/answering/verification/',
      ENGINE_TYPES,
      ...LANGUAGE,
      LEXICON,
    ],
  },
  {
    folder: 'server/answering/generation/',
    may: [
      ANSWERING_TYPES,
      ANSWERING_ERRORS,
      'server/answering/generation/markers/',
      'server/answering/generation/support/',
      'server/answering/completion/',
      'server/answering/context/',
      'server/answering/extractive/',
      'server/answering/output/',
      'server/answering/passages/',
      'server/answering/prompt/',
      'server/answering/query/',
      'server/answering/retrieval/',
      'server/answering/verification/',
      ENGINE_TYPES,
      ...LANGUAGE,
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/answering/verification/',
    may: [
      ANSWERING_TYPES,
      'server/answering/completion/',
      'server/answering/context/',
      'server/answering/passages/',
      'server/answering/prompt/',
      'server/answering/retrieval/heading-path.ts',
      ENGINE_TYPES,
      PLATFORM,
    ],
  },
  {
    folder: 'server/answering/probing/',
    may: [
      ANSWERING_TYPES,
      ANSWERING_ERRORS,
      'server/answering/prompt/',
      'server/answering/completion/',
      'server/answering/context/',
      'server/answering/generation/markers/',
      'server/answering/retrieval/',
      ENGINE_TYPES,
    ],
  },
  {
    folder: 'server/answering/',
    may: [
      'server/answering/certainty/',
      'server/answering/completion/',
      'server/answering/extractive/',
      'server/answering/extractive/excerpts/',
      'server/answering/generation/',
      'server/answering/output/',
      'server/answering/query/',
      'server/answering/retrieval/',
      'server/answering/spelling/',
      ENGINE_TYPES,
      ENGINE_ERRORS,
      STORE_TYPES,
      LEXICON,
      PLATFORM,
      CONTRACT,
    ],
  },

  {
    folder: 'server/services/**',
    may: [
      EXPLAIN_REFUSAL,
      'server/store/errors.ts',
      STORE_TYPES,
      JOB_KIND,
      PAGE_AT,
      ADDRESS_AT,
      LINK_ADDRESS,
      JOIN_BLOCKS,
      ANSWERING_TYPES,
      'server/answering/output/reduce-answer.ts',
      'server/answering/output/to-answer.ts',
      'server/answering/extractive/heading-to-question.ts',
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/webhooks/',
    may: ['server/ingestion/web/poster.ts', EXPLAIN_REFUSAL, STORE_TYPES, PLATFORM, CONTRACT],
  },
  {
    folder: 'server/repositories/',
    may: [
      'server/folders/',
      ...INGESTION_TYPES,
      'server/ingestion/git/',
      'server/services/**',
      STORE_TYPES,
      PLATFORM,
      CONTRACT,
    ],
  },
  { folder: 'server/mail/', may: [PLATFORM] },
  { folder: 'server/mcp/', may: [PLATFORM] },
  {
    folder: 'server/presenters/document-page/',
    may: [STORE_TYPES, BLOCK_TEXT, 'server/presenters/icon.ts', 'server/platform/widget-languages.ts'],
  },
  { folder: 'server/presenters/', may: [STORE_TYPES, ANSWERING_TYPES, PLATFORM, CONTRACT] },
  { folder: 'server/http/', may: ['server/services/**', PLATFORM, CONTRACT] },
  {
    folder: 'server/http/openapi/',
    may: [
      'server/http/',
      'server/presenters/common.ts',
      'server/services/errors.ts',
      'server/store/errors.ts',
      'server/ingestion/errors.ts',
      ENGINE_ERRORS,
      ANSWERING_ERRORS,
      PLATFORM,
    ],
  },
  {
    folder: 'server/routes/**',
    may: [
      'server/services/**',
      'server/presenters/',
      'server/presenters/document-page/',
      'server/http/errors.ts',
      'server/http/guard.ts',
      'server/http/routes.ts',
      'server/http/sse.ts',
      'server/http/context.ts',
      'server/mcp/answer-message.ts',
      'server/mcp/docs-tools.ts',
      'server/answering/output/to-ui-message-stream.ts',
      'server/answering/output/to-answer.ts',
      'server/answering/output/to-openai-chunks.ts',
      ANSWERING_TYPES,
      PLATFORM,
      CONTRACT,
    ],
  },

  {
    folder: 'server/diagnosis/',
    may: [
      'server/engines/catalogue/',
      'server/engines/host/default-limits.ts',
      'server/engines/packages/',
      'server/engines/selection/',
      'server/config/env.ts',
      PLATFORM,
    ],
  },
  {
    folder: 'server/evaluation/',
    may: [
      'server/answering/',
      'server/answering/output/',
      'server/answering/probing/',
      'server/answering/query/',
      'server/answering/retrieval/',
      'server/engines/catalogue/',
      'server/engines/own-models/',
      'server/engines/selection/',
      ENGINE_TYPES,
      'server/presenters/model-server.ts',
      CONTRACT,
      'server/store/open-store.ts',
      'server/store/sqlite/open-to-read.ts',
      STORE_TYPES,
      'server/config/env.ts',
      PLATFORM,
    ],
  },
  {
    folder: 'server/commands/',
    may: [
      'server/archive/',
      'server/evaluation/evaluate.ts',
      'server/mcp/',
      ENGINE_ID,
      'server/services/**',
      'server/store/',
      'server/store/move/',
      'server/store/postgres/move-endpoint.ts',
      'server/store/sqlite/move-endpoint.ts',
      'server/store/sqlite/database/database-facts.ts',
      'server/store/sqlite/database/find-database.ts',
      'server/store/sqlite/open.ts',
      'server/config/env.ts',
      'server/config/env-variables.ts',
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/backup/',
    may: ['server/archive/', 'server/store/sqlite/', 'server/store/sqlite/database/', PLATFORM],
  },
  {
    folder: 'server/commands/backup/',
    may: [
      'server/commands/',
      'server/backup/',
      'server/diagnosis/last-backup.ts',
      'server/store/open-store.ts',
      'server/store/sqlite/',
      'server/store/sqlite/database/',
      PLATFORM,
    ],
  },
  {
    folder: 'server/commands/doctor/',
    may: [
      'server/commands/',
      'server/answering/probing/',
      'server/evaluation/',
      'server/backup/backup-plan.ts',
      'server/ingestion/parse/check-sandbox.ts',
      'server/diagnosis/',
      'server/engines/catalogue/',
      'server/engines/own-models/',
      'server/engines/host/default-limits.ts',
      'server/engines/openai/',
      'server/engines/packages/',
      'server/engines/selection/',
      'server/store/files/local-files.ts',
      'server/store/open-store.ts',
      'server/store/sqlite/',
      'server/store/sqlite/database/',
      'server/store/postgres/facts.ts',
      'server/store/postgres/find-database.ts',
      'server/config/env.ts',
      ENGINE_TYPES,
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/commands/engines/',
    may: [
      'server/commands/',
      'server/diagnosis/',
      'server/engines/own-models/',
      'server/engines/packages/',
      'server/config/env.ts',
      PLATFORM,
    ],
  },
  {
    folder: 'server/commands/models/',
    may: [
      'server/answering/probing/',
      'server/commands/',
      'server/evaluation/',
      'server/diagnosis/',
      'server/engines/catalogue/',
      'server/engines/own-models/',
      'server/engines/selection/',
      'server/config/env.ts',
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/commands/upgrade/',
    may: [
      'server/commands/',
      'server/diagnosis/last-backup.ts',
      'server/store/migrations/',
      'server/store/postgres/facts.ts',
      'server/store/postgres/find-database.ts',
      'server/store/postgres/move-endpoint.ts',
      'server/store/sqlite/',
      'server/store/sqlite/database/',
      PLATFORM,
    ],
  },
  {
    folder: 'server/commands/sync/',
    may: [
      'server/commands/',
      'server/commands/check/',
      'server/folders/',
      'server/platform/found-metadata.ts',
      'server/platform/text/trim-ends.ts',
      CONTRACT,
    ],
  },
  { folder: 'server/commands/answers/', may: ['server/commands/', CONTRACT] },
  { folder: 'server/commands/check/', may: ['server/commands/', CONTRACT] },
  {
    folder: 'server/commands/project/',
    may: [
      'server/commands/',
      'server/archive/',
      'server/ingestion/file-type/identify-upload.ts',
      'server/ingestion/git/git-client.ts',
      'server/ingestion/web/url-policy.ts',
      'server/presenters/repositories.ts',
      'server/repositories/empty-read.ts',
      'server/repositories/secrets.ts',
      'server/services/**',
      'server/store/open-store.ts',
      'server/webhooks/signature.ts',
      'server/store/sqlite/',
      'server/store/sqlite/database/',
      STORE_TYPES,
      PLATFORM,
    ],
  },
  {
    folder: 'server/runtime/api/',
    may: [
      'server/repositories/',
      'server/ingestion/git/git-client.ts',
      ANSWERING_TYPES,
      'server/answering/output/reduce-answer.ts',
      'server/answering/output/trace.ts',
      'server/answering/retrieval/question-reader.ts',
      'server/answering/retrieval/passage-finder.ts',
      'server/answering/unanswered/unanswered-questions.ts',
      'server/config/env.ts',
      ENGINE_TYPES,
      'server/http/openapi/api-document.ts',
      'server/http/koa.ts',
      'server/http/routes.ts',
      'server/mail/',
      'server/routes/**',
      'server/services/**',
      'server/runtime/',
      'server/webhooks/',
      STORE_TYPES,
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/runtime/',
    may: [
      'server/archive/',
      'server/includes/expand-unpacked.ts',
      'server/answering/',
      'server/answering/curated/curated-finder.ts',
      'server/answering/probing/',
      'server/answering/retrieval/question-reader.ts',
      'server/backup/',
      'server/config/env.ts',
      'server/diagnosis/',
      'server/engines/',
      'server/engines/catalogue/',
      'server/engines/own-models/',
      'server/engines/host/default-limits.ts',
      'server/engines/openai/',
      'server/engines/packages/',
      'server/engines/selection/',
      'server/evaluation/',
      'server/ingestion/',
      'server/ingestion/index/passage-reader.ts',
      'server/ingestion/index/re-embedder.ts',
      'server/ingestion/web/fetcher.ts',
      'server/services/**',
      'server/store/sqlite/lock.ts',
      STORE_TYPES,
      PLATFORM,
      CONTRACT,
    ],
  },
  {
    folder: 'server/',
    may: [
      'server/commands/',
      'server/commands/answers/',
      'server/commands/backup/',
      'server/commands/check/',
      'server/commands/doctor/',
      'server/commands/engines/',
      'server/commands/models/',
      'server/commands/project/',
      'server/commands/sync/',
      'server/commands/upgrade/',
      'server/config/',
      'server/engines/catalogue/',
      'server/engines/own-models/',
      'server/http/listen.ts',
      'server/ingestion/file-type/identify-upload.ts',
      'server/ingestion/web/',
      'server/runtime/',
      'server/runtime/api/',
      'server/services/**',
      'server/mail/',
      'server/store/open-store.ts',
      'server/webhooks/',
      'server/ingestion/git/',
      PLATFORM,
      CONTRACT,
    ],
  },
];

/** An entry of the table as a regular expression over paths. */
const pathsOf = (entry) => {
  const plain = entry.replace(/\*\*$/, '').replaceAll('.', '\\.');
  if (entry.endsWith('**')) return `^${plain}`;
  return entry.endsWith('/') ? `^${plain}[^/]+$` : `^${plain}$`;
};

const PROJECT = '^(?:server|sdk|widget|test|examples)/';
const rows = TABLE.map(({ folder }) => pathsOf(folder));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...TABLE.map(({ folder, may }) => ({
      name: folder,
      comment: 'See the import table in .dependency-cruiser.js.',
      severity: 'error',
      from: { path: pathsOf(folder) },
      to: { path: PROJECT, pathNot: [folder, ...may].map(pathsOf) },
    })),
    {
      name: 'a folder without a row',
      comment: 'Each folder needs a row in the import table in .dependency-cruiser.js.',
      severity: 'error',
      from: { path: PROJECT, pathNot: rows },
      to: {},
    },
    {
      name: 'the application',
      comment: 'Only main.ts imports app.ts.',
      severity: 'error',
      from: { pathNot: '^server/main\\.ts$' },
      to: { path: '^server/app\\.ts$' },
    },
    { name: 'an import cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'a service below',
      comment: 'What lies in server/services/ itself is built upon the folders below, which use only its errors.',
      severity: 'error',
      from: { path: '^server/services/[^/]+/' },
      to: { path: '^server/services/[^/]+$', pathNot: '^server/services/errors\\.ts$' },
    },
    {
      name: 'a cycle of folders',
      comment: 'No two folders import each other, directly or through others.',
      severity: 'error',
      scope: 'folder',
      // The console's controllers report in a dialog what failed, and its parts show what controllers hold.
      from: { path: '^(?:server/(?!console/(?:controllers|parts))|sdk/|widget/)' },
      to: { circular: true },
    },
  ],
  options: {
    // It does not know the version of TypeScript that compiles this project.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)(?:bin|dist|node_modules)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['footnote-source', 'import', 'node'],
      extensions: ['.ts', '.js'],
    },
  },
};
