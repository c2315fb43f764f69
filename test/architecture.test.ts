import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface SourceFile {
  /** Relative to the root, with forward slashes. */
  path: string;
  code: string;
  imports: string[];
}

function filesUnder(folder: string): string[] {
  const at = join(ROOT, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path));
}

/** The code without comments, strings kept: good enough to find imports and calls in code that Biome has formatted. */
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function importsOf(code: string): string[] {
  const found: string[] = [];
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|\bimport\s*\(\s*'([^']+)'\s*\)|(?:^|\n)\s*import\s+'([^']+)'/g;
  for (const match of code.matchAll(pattern)) found.push(match[1] ?? match[2] ?? match[3] ?? '');
  return found;
}

/** A relative import as a path from the root; a package import as it is. */
function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(ROOT, resolve(ROOT, dirname(file), specifier))
    .split(sep)
    .join('/');
}

const files: SourceFile[] = ['server', 'sdk/src', 'widget/src'].flatMap(filesUnder).map((path) => {
  const code = withoutComments(readFileSync(join(ROOT, path), 'utf8'));
  return {
    path,
    code,
    imports: importsOf(code).map((specifier) => target(path, specifier)),
  };
});

const CONTRACT = '@footnote/sdk/contract';

/** What knows nothing of the domain, and what stages know of the store and of the engines: their interfaces. */
const PLATFORM = 'server/platform/**';
const TRIM_ENDS = 'server/platform/text/trim-ends.ts';
const META_REFRESH = 'server/platform/network/meta-refresh.ts';
const HEADING_SLUG = 'server/platform/text/heading-slug.ts';
const COUNT_VISIBLE = 'server/platform/text/count-visible.ts';
const UTF_16 = 'server/platform/text/utf-16.ts';
const FILE_FORMATS = 'server/platform/files/file-formats.ts';
const LANGUAGE = 'server/language/';
const LEXICON = 'server/language/lexicon/';
const STORE_TYPES = 'server/store/types.ts';
const PAGE_AT = 'server/store/types/page-at.ts';
const ADDRESS_AT = 'server/store/types/address-at.ts';
const BLOCK_TEXT = 'server/store/types/block-text.ts';
const JOIN_BLOCKS = ['server/store/types/join-blocks.ts', 'server/store/types/move-block.ts'];
const ENGINE_TYPES = 'server/engines/types.ts';
const ENGINE_ID = 'server/engines/engine-id.ts';
const ENGINE_NAMES = 'server/engines/packages/engine-packages.ts';
const ANSWERING_TYPES = 'server/answering/types.ts';
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
  'pptx',
  'recognition',
  'rst',
  'table',
  'text',
  'xlsx',
].map((format) => `server/ingestion/parsers/${format}/`);
const INGESTION_TYPES = ['server/ingestion/types.ts', 'server/ingestion/failures.ts'];
const STORE_CORE = [STORE_TYPES, 'server/store/db.ts', PLATFORM, CONTRACT];

/**
 * The import table. A file belongs to the row of its own folder; a row ending in `**` speaks for all folders below it, too.
 * Of this project a file may import its own folder and what `may` lists: a folder without those below it, with them if it ends
 * in `**`, or a file.
 * Packages are free unless a named door below holds them.
 */
const TABLE: { folder: string; may: string[] }[] = [
  { folder: 'sdk/src/**', may: [] },
  { folder: 'widget/src/**', may: ['@footnote/sdk', CONTRACT] },
  // An owner reads an answer as its visitor saw it: with the widget's own Markdown.
  {
    folder: 'server/console/**',
    may: ['@footnote/sdk', CONTRACT, 'widget/src/markdown.ts', 'widget/src/citation-label.ts', 'widget/src/design.ts'],
  },

  { folder: PLATFORM, may: [CONTRACT] },
  { folder: 'server/language/', may: [TRIM_ENDS] },
  { folder: 'server/language/lexicon/', may: [LANGUAGE] },
  { folder: 'server/archive/', may: ['server/platform/files/sync-file.ts'] },
  { folder: 'server/includes/', may: [] },
  { folder: 'server/config/', may: [] },

  { folder: 'server/store/types/', may: [CONTRACT, HEADING_SLUG] },
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
    may: [...STORE_CORE, 'server/store/coordination/void-tokens.ts', 'server/store/search/', 'server/store/vectors/'],
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
  { folder: 'server/engines/builtin/', may: [ENGINE_TYPES, LANGUAGE] },
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
    folder: 'server/engines/openai/',
    may: [ENGINE_TYPES, ENGINE_ID, 'server/engines/embedding-prefixes.ts', PLATFORM, CONTRACT],
  },
  {
    folder: 'server/engines/llama/',
    may: [
      ENGINE_TYPES,
      ENGINE_ID,
      'server/engines/catalogue/',
      'server/engines/host/',
      'server/engines/packages/',
      PLATFORM,
    ],
  },
  {
    folder: 'server/engines/transformers/',
    may: [
      ENGINE_TYPES,
      ENGINE_ID,
      'server/engines/catalogue/',
      'server/engines/host/',
      'server/engines/packages/',
      PLATFORM,
    ],
  },
  { folder: 'server/engines/reader/', may: [ENGINE_TYPES, 'server/engines/host/', PLATFORM] },
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
      'server/engines/reader/',
      'server/engines/transformers/',
      'server/config/env.ts',
      PLATFORM,
    ],
  },

  { folder: 'server/ingestion/parsers/text/', may: [...INGESTION_TYPES, LANGUAGE, UTF_16] },
  {
    folder: 'server/ingestion/parsers/html/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/html/boilerplate/',
      'server/ingestion/parsers/html/hidden/',
      'server/ingestion/parsers/text/',
      META_REFRESH,
    ],
  },
  {
    folder: 'server/ingestion/parsers/html/boilerplate/',
    may: [...INGESTION_TYPES, 'server/ingestion/parsers/html/', 'server/ingestion/parsers/text/', COUNT_VISIBLE],
  },
  {
    folder: 'server/ingestion/parsers/html/hidden/',
    may: ['server/ingestion/parsers/html/', 'server/ingestion/parsers/html/boilerplate/consent-tools.ts'],
  },
  {
    folder: 'server/ingestion/parsers/markdown/',
    may: [...INGESTION_TYPES, 'server/ingestion/parsers/html/', 'server/ingestion/parsers/text/'],
  },
  { folder: 'server/ingestion/parsers/archive/', may: [...INGESTION_TYPES, 'server/ingestion/parsers/text/'] },
  {
    folder: 'server/ingestion/parsers/asciidoc/',
    may: [...INGESTION_TYPES, 'server/ingestion/parsers/text/', TRIM_ENDS],
  },
  { folder: 'server/ingestion/parsers/rst/', may: [...INGESTION_TYPES, 'server/ingestion/parsers/text/'] },
  { folder: 'server/ingestion/parsers/table/', may: [...INGESTION_TYPES, 'server/ingestion/parsers/text/'] },
  {
    folder: 'server/ingestion/parsers/notebook/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/parsers/html/',
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
      'server/ingestion/parsers/text/',
      COUNT_VISIBLE,
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
  { folder: 'server/ingestion/chunk/', may: [...INGESTION_TYPES, LANGUAGE] },
  { folder: 'server/ingestion/index/', may: [...INGESTION_TYPES, STORE_TYPES, ENGINE_TYPES, PLATFORM] },
  {
    folder: 'server/ingestion/parse/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/chunk/',
      'server/ingestion/index/embed-chunks.ts',
      ...PARSERS,
      FILE_FORMATS,
      ENGINE_TYPES,
    ],
  },
  { folder: 'server/ingestion/file-type/', may: [...INGESTION_TYPES, PLATFORM] },
  {
    folder: 'server/ingestion/web/',
    may: [
      ...INGESTION_TYPES,
      'server/ingestion/file-type/identify-file.ts',
      'server/ingestion/parsers/html/xhtml.ts',
      'server/platform/network/network-address.ts',
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
    folder: 'server/ingestion/',
    may: [
      'server/ingestion/crawl/',
      'server/ingestion/file-type/identify-file.ts',
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
    may: ['server/answering/prompt/', 'server/answering/generation/support/states-absence.ts', ENGINE_TYPES, PLATFORM],
  },
  {
    folder: 'server/answering/query/',
    may: [
      ANSWERING_TYPES,
      'server/answering/completion/',
      'server/answering/prompt/',
      ENGINE_TYPES,
      STORE_TYPES,
      LANGUAGE,
      PLATFORM,
    ],
  },
  {
    folder: 'server/answering/spelling/',
    may: [ANSWERING_TYPES, 'server/engines/builtin/common-words.ts', STORE_TYPES, LANGUAGE],
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
      STORE_TYPES,
      LANGUAGE,
      PLATFORM,
    ],
  },
  {
    folder: 'server/answering/curated/',
    may: [
      ANSWERING_TYPES,
      // Questions are compared with the vectors that come with the server, whichever embedder is chosen.
      'server/engines/builtin/word-similarity.ts',
      ENGINE_TYPES,
      STORE_TYPES,
      LANGUAGE,
      PLATFORM,
      CONTRACT,
    ],
  },
  { folder: 'server/answering/contradiction/', may: [LANGUAGE, LEXICON] },
  { folder: 'server/answering/prompt/', may: [ANSWERING_TYPES, ENGINE_TYPES] },
  {
    folder: 'server/answering/extractive/',
    may: [
      ANSWERING_TYPES,
      'server/answering/output/',
      'server/answering/query/',
      'server/answering/retrieval/',
      // Parts of a passage are compared as its features are.
      'server/engines/builtin/word-similarity.ts',
      STORE_TYPES,
      PAGE_AT,
      BLOCK_TEXT,
      ...JOIN_BLOCKS,
      CONTRACT,
    ],
  },
  {
    folder: 'server/answering/output/',
    may: [ANSWERING_TYPES, 'server/answering/query/', STORE_TYPES, PAGE_AT, ADDRESS_AT, PLATFORM, CONTRACT],
  },
  {
    folder: 'server/answering/context/',
    may: [
      ANSWERING_TYPES,
      ...JOIN_BLOCKS,
      'server/answering/extractive/',
      'server/answering/prompt/',
      'server/answering/retrieval/',
      ENGINE_TYPES,
    ],
  },
  {
    folder: 'server/answering/generation/markers/',
    may: [ANSWERING_TYPES, 'server/answering/prompt/', LANGUAGE],
  },
  {
    folder: 'server/answering/generation/support/',
    may: [
      ANSWERING_TYPES,
      TRIM_ENDS,
      'server/answering/context/',
      'server/answering/contradiction/',
      'server/answering/extractive/',
      'server/answering/generation/markers/',
      'server/answering/prompt/',
      'server/answering/query/',
      'server/answering/retrieval/',
      'server/answering/verification/',
      ENGINE_TYPES,
      LANGUAGE,
      LEXICON,
    ],
  },
  {
    folder: 'server/answering/generation/',
    may: [
      ANSWERING_TYPES,
      'server/answering/generation/markers/',
      'server/answering/generation/support/',
      'server/answering/completion/',
      'server/answering/context/',
      'server/answering/contradiction/',
      'server/answering/extractive/',
      'server/answering/output/',
      'server/answering/prompt/',
      'server/answering/query/',
      'server/answering/retrieval/',
      'server/answering/verification/',
      ENGINE_TYPES,
      LANGUAGE,
      LEXICON,
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
      'server/answering/extractive/',
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
      'server/answering/prompt/',
      'server/answering/completion/',
      'server/answering/context/',
      'server/answering/generation/markers/',
      'server/answering/generation/support/',
      'server/answering/retrieval/',
      ENGINE_TYPES,
      PLATFORM,
    ],
  },
  {
    folder: 'server/answering/',
    may: [
      'server/answering/completion/',
      'server/answering/extractive/',
      'server/answering/generation/',
      'server/answering/output/',
      'server/answering/query/',
      'server/answering/retrieval/',
      'server/answering/spelling/',
      ENGINE_TYPES,
      STORE_TYPES,
      LEXICON,
      PLATFORM,
      CONTRACT,
    ],
  },

  {
    folder: 'server/services/',
    may: [
      STORE_TYPES,
      PAGE_AT,
      ADDRESS_AT,
      ...JOIN_BLOCKS,
      ANSWERING_TYPES,
      'server/answering/output/reduce-answer.ts',
      'server/answering/output/to-answer.ts',
      PLATFORM,
      CONTRACT,
    ],
  },
  { folder: 'server/webhooks/', may: ['server/ingestion/web/poster.ts', STORE_TYPES, PLATFORM, CONTRACT] },
  { folder: 'server/mail/', may: [PLATFORM] },
  { folder: 'server/mcp/', may: [PLATFORM] },
  { folder: 'server/oidc/', may: [PLATFORM] },
  { folder: 'server/presenters/shapes/', may: [CONTRACT, 'server/platform/widget-languages.ts'] },
  { folder: 'server/presenters/document-page/', may: [STORE_TYPES, BLOCK_TEXT, 'server/presenters/icon.ts'] },
  { folder: 'server/presenters/', may: [STORE_TYPES, ANSWERING_TYPES, PLATFORM, CONTRACT] },
  { folder: 'server/http/', may: ['server/services/', PLATFORM, CONTRACT] },
  { folder: 'server/http/openapi/', may: ['server/http/', PLATFORM] },
  {
    folder: 'server/documentation/',
    may: ['server/http/openapi/', 'server/presenters/shapes/'],
  },
  {
    folder: 'server/routes/',
    may: [
      'server/services/',
      'server/presenters/',
      'server/presenters/document-page/',
      // Requests are named and described like answers, and share their enums.
      'server/presenters/shapes/enums.ts',
      'server/presenters/shapes/shape.ts',
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
      'server/answering/query/',
      'server/answering/retrieval/',
      'server/engines/catalogue/',
      'server/engines/selection/',
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
      'server/engines/catalogue/',
      'server/engines/selection/',
      'server/services/',
      'server/store/',
      'server/store/move/',
      'server/store/postgres/move-endpoint.ts',
      'server/store/sqlite/move-endpoint.ts',
      'server/store/sqlite/database/database-facts.ts',
      'server/store/sqlite/database/find-database.ts',
      'server/store/sqlite/open.ts',
      'server/config/env.ts',
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
      'server/archive/',
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
      'server/backup/backup-plan.ts',
      'server/ingestion/parse/check-sandbox.ts',
      'server/diagnosis/',
      'server/engines/catalogue/',
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
      PLATFORM,
    ],
  },
  {
    folder: 'server/commands/engines/',
    may: [
      'server/commands/',
      'server/diagnosis/',
      'server/engines/catalogue/',
      'server/engines/packages/',
      'server/config/env.ts',
      PLATFORM,
    ],
  },
  {
    folder: 'server/commands/models/',
    may: [
      'server/commands/',
      'server/diagnosis/',
      'server/engines/catalogue/',
      'server/engines/selection/',
      'server/config/env.ts',
      PLATFORM,
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
      'server/config/env.ts',
      PLATFORM,
    ],
  },
  {
    folder: 'server/commands/sync/',
    may: [
      'server/commands/',
      'server/commands/check/',
      'server/includes/',
      'server/ingestion/file-type/identify-file.ts',
      FILE_FORMATS,
      'server/platform/files/hash-file.ts',
      'server/platform/found-metadata.ts',
      HEADING_SLUG,
      'server/platform/network/web-address.ts',
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
      'server/ingestion/web/url-policy.ts',
      'server/services/',
      'server/store/sqlite/',
      'server/store/sqlite/database/',
      STORE_TYPES,
      PLATFORM,
    ],
  },
  {
    folder: 'server/runtime/',
    may: [
      'server/archive/',
      'server/includes/expand-unpacked.ts',
      'server/answering/',
      'server/answering/curated/curated-finder.ts',
      'server/answering/output/reduce-answer.ts',
      'server/answering/output/trace.ts',
      'server/answering/probing/',
      'server/answering/retrieval/question-reader.ts',
      'server/answering/retrieval/passage-finder.ts',
      'server/answering/retrieval/unanswered-questions.ts',
      'server/backup/',
      'server/config/env.ts',
      'server/diagnosis/',
      'server/documentation/api-document.ts',
      'server/engines/',
      'server/engines/catalogue/',
      'server/engines/openai/',
      'server/engines/packages/',
      'server/engines/selection/',
      'server/http/koa.ts',
      'server/http/routes.ts',
      'server/ingestion/',
      'server/ingestion/index/passage-reader.ts',
      'server/ingestion/index/re-embedder.ts',
      'server/ingestion/web/fetcher.ts',
      'server/mail/',
      'server/oidc/',
      'server/routes/',
      'server/services/',
      'server/webhooks/',
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
      'server/http/listen.ts',
      'server/ingestion/file-type/identify-upload.ts',
      'server/ingestion/web/',
      'server/routes/health.ts',
      'server/runtime/',
      'server/services/',
      'server/mail/',
      'server/store/open-store.ts',
      'server/webhooks/',
      PLATFORM,
      CONTRACT,
    ],
  },
];

const own = (specifier: string) =>
  /^(server|sdk|widget|test|examples)\//.test(specifier) || specifier.startsWith('@footnote/');
/** The folder of a path, with a slash at its end. */
const folderOf = (path: string) => `${dirname(path)}/`;

function rowOf(path: string) {
  return (
    TABLE.find(({ folder }) => folder === folderOf(path)) ??
    TABLE.find(({ folder }) => folder.endsWith('**') && path.startsWith(folder.slice(0, -2)))
  );
}

function mayImport(path: string, specifier: string): boolean {
  const row = rowOf(path);
  if (!row) return false;
  return [row.folder, ...row.may].some((entry) => {
    if (entry.endsWith('**')) return specifier.startsWith(entry.slice(0, -2));
    return entry.endsWith('/') ? folderOf(specifier) === entry : specifier === entry;
  });
}

function violations(): string[] {
  const found: string[] = [];
  for (const file of files)
    for (const specifier of file.imports.filter(own))
      if (!mayImport(file.path, specifier)) found.push(`${file.path} imports ${specifier}`);
  return found;
}

function cycles(): string[] {
  const graph = new Map(files.map((file) => [file.path, file.imports.filter((path) => own(path))]));
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === 'done' || !graph.has(path)) return;
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

/** Dangerous things have one named door each. */
const DOORS: { what: string; in: string; pattern: RegExp; doors: string[] }[] = [
  {
    what: 'process.env',
    in: 'server/',
    pattern: /process\.env\b/,
    // The others only show what a reader may write.
    doors: [
      'server/config/env.ts',
      'server/documentation/code-samples.ts',
      'server/console/views/appearance/snippet.ts',
    ],
  },
  {
    what: 'outbound HTTP',
    in: 'server/',
    pattern: /(?<![\w.])fetch\(|(?:from |import\()'undici'|\bhttps?\.(?:request|get)\(|\bfrom 'node:https'/,
    doors: [
      'server/ingestion/web/guarded-client.ts',
      // Its method has the name.
      'server/ingestion/web/fetcher.ts',
      'server/engines/openai/open-request.ts',
      'server/engines/catalogue/web-hub.ts',
      'server/diagnosis/ask.ts',
      'server/commands/project-api.ts',
      'server/mcp/remote.ts',
      'server/oidc/provider.ts',
      'server/backup/bucket-client.ts',
      // In a browser, and bound to its own origin by the page's policy: one answers the widget in the preview itself, the
      // other only shows what an owner may write.
      'server/console/preview.ts',
      'server/console/views/appearance/snippet.ts',
    ],
  },
  {
    what: 'jsonwebtoken',
    in: 'server/',
    pattern: /from 'jsonwebtoken'/,
    doors: ['server/services/tokens.ts'],
  },
  {
    what: 'child processes',
    in: 'server/',
    pattern: /from 'node:child_process'/,
    doors: [
      'server/ingestion/parse/start-parser-process.ts',
      'server/engines/host/process-host.ts',
      'server/engines/packages/run-npm.ts',
    ],
  },
  {
    what: 'HTML sinks',
    in: 'widget/',
    pattern: /unsafeHTML|unsafeSVG|innerHTML|outerHTML|insertAdjacentHTML/,
    // It gets what Lit would set itself: the widget's own templates, without their values.
    doors: ['widget/src/html-templates.ts'],
  },
];

describe('the architecture', () => {
  it('finds the source files it speaks of', () => {
    expect(files.length).toBeGreaterThan(15);
    expect(files.some((file) => file.imports.length > 0)).toBe(true);
  });

  it('has a row for every folder', () => {
    expect(files.filter(({ path }) => !rowOf(path)).map(({ path }) => path)).toEqual([]);
  });

  it('keeps at the root of the server what starts it and what wires it', () => {
    const loose = files.filter(({ path }) => folderOf(path) === 'server/').map(({ path }) => path);
    expect(loose.sort()).toEqual(['server/app.ts', 'server/main.ts']);
  });

  it('notices an import that goes against the grain', () => {
    expect(mayImport('server/evaluation/ask.ts', 'server/http/guard.ts')).toBe(false);
    expect(mayImport('server/documentation/chat.ts', 'server/routes/chat.ts')).toBe(false);
    expect(mayImport('server/answering/retrieval/search.ts', 'server/ingestion/types.ts')).toBe(false);
    expect(mayImport('server/a-new-folder/file.ts', 'server/platform/log.ts')).toBe(false);
  });

  it('keeps to the import table', () => {
    expect(violations()).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(cycles()).toEqual([]);
  });

  it('has nobody but main.ts import app.ts', () => {
    const importers = files.filter((file) => file.imports.includes('server/app.ts')).map((file) => file.path);
    expect(importers.filter((path) => path !== 'server/main.ts')).toEqual([]);
  });

  it.each(DOORS)('keeps $what behind its named doors', ({ in: folder, pattern, doors }) => {
    const outside = files.filter(
      (file) => file.path.startsWith(folder) && pattern.test(file.code) && !doors.includes(file.path),
    );
    expect(outside.map((file) => file.path)).toEqual([]);
  });

  it('keeps the top level as it is', () => {
    const allowed = [
      'LICENSE',
      'README.md',
      'examples',
      'package-lock.json',
      'package.json',
      'sdk',
      'server',
      'test',
      'tsconfig.json',
      'widget',
    ];
    const there = readdirSync(ROOT).filter(
      (name) => !name.startsWith('.') && !['node_modules', 'data', 'coverage'].includes(name),
    );
    expect(there.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('has no drawer folders in the server', () => {
    const drawers = filesUnder('server').filter((path) => /\/(utils|helpers|common|lib)\//.test(path));
    expect(drawers).toEqual([]);
  });
});
