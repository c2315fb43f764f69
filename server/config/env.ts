import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThisMachine } from './env-values.ts';
import { type Settings, VARIABLES } from './env-variables.ts';

type VerifierName = NonNullable<Settings['VERIFIER']>;

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
