import { isIP } from 'node:net';
import { join } from 'node:path';
import {
  addressRanges,
  check,
  databaseAddress,
  headerValue,
  isThisMachine,
  modelName,
  oneOf,
  strongSecret,
  webAddress,
  whole,
} from './env-parsers.ts';

/** Everything that may be set from outside. Read once at the start; no other file looks at the environment. */
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
  embedder: 'builtin' | 'transformers' | 'openai' | null;
  answerer: 'extractive' | 'llama' | 'llama-node' | 'openai' | null;
  /** Of the engines that run models of this machine, the name of one in the catalogue; empty: the first that is there. */
  embedderModel: string;
  answererModel: string;
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

/** A value that cannot be; its message is one line that names the variable. */
export class EnvError extends Error {}

/** One variable: what it is for, what it is without being set, and how its text is read. */
interface Variable<Value> {
  about: string;
  fallback: string;
  /** Throws a string that completes "NAME …". */
  read: (text: string) => Value;
}

/** The table of variables. */
const VARIABLES = {
  HOST: {
    about: 'The address to listen on; 0.0.0.0 for all.',
    fallback: '127.0.0.1',
    read: (text) => check(text, isIP(text) !== 0 || /^[a-z0-9.-]+$/i.test(text), 'must be an address or a host name'),
  },
  PORT: { about: 'The port; 0 takes any free one.', fallback: '8787', read: whole(0, 65_535) },
  DATA_DIR: {
    about: 'Where everything is stored.',
    fallback: './data',
    read: (text) => check(text, text.trim() !== '', 'must name a directory'),
  },
  DATABASE_URL: {
    about: 'A Postgres database, postgres://…, that several servers share. Without it, everything is in DATA_DIR.',
    fallback: '',
    read: databaseAddress,
  },
  DATABASE_POOL: {
    about: 'Connections to it at most; those of all servers together must be fewer than it allows.',
    fallback: '10',
    read: whole(2, 500),
  },
  PUBLIC_URL: {
    about: 'The address that people reach the server under, for links; without it, the one it listens on.',
    fallback: '',
    read: (text) => (text === '' ? null : webAddress(text)),
  },
  JWT_SECRET: {
    about: 'Signs tokens; at least 32 bytes. Without it, one is made and kept with the data.',
    fallback: '',
    read: (text) => (text === '' ? null : strongSecret(text)),
  },
  METRICS_TOKEN: {
    about:
      'Opens /metrics to who sends it as a bearer token; at least 32 bytes. Without it, only this machine may ask.',
    fallback: '',
    read: (text) => (text === '' ? null : strongSecret(text)),
  },
  REGISTRATION: {
    about: 'May anybody make an account? The first one may always be made.',
    fallback: 'open',
    read: oneOf('open', 'closed'),
  },
  EMBEDDER: {
    about:
      'What makes vectors: builtin, transformers (a model of this machine) or openai (a server). Unset: as chosen.',
    fallback: '',
    read: (text) => (text === '' ? null : oneOf('builtin', 'transformers', 'openai')(text)),
  },
  EMBEDDER_URL: {
    about: 'Where that server is, such as http://localhost:11434/v1.',
    fallback: '',
    read: (text) => (text === '' ? null : webAddress(text)),
  },
  EMBEDDER_API_KEY: { about: 'What it is to be shown, if anything.', fallback: '', read: headerValue },
  EMBEDDER_MODEL: {
    about: 'The model it is asked for, or one of "footnote models list".',
    fallback: '',
    read: modelName,
  },
  ANSWERER: {
    about:
      'What answers: extractive, llama (a model of this machine), llama-node (an old GGML file) or openai (a server). Unset: as chosen.',
    fallback: '',
    read: (text) => (text === '' ? null : oneOf('extractive', 'llama', 'llama-node', 'openai')(text)),
  },
  ANSWERER_URL: {
    about: 'Where that server is, such as http://localhost:11434/v1.',
    fallback: '',
    read: (text) => (text === '' ? null : webAddress(text)),
  },
  ANSWERER_API_KEY: { about: 'What it is to be shown, if anything.', fallback: '', read: headerValue },
  ANSWERER_MODEL: {
    about: 'The model it is asked for, or one of "footnote models list".',
    fallback: '',
    read: modelName,
  },
  RERANKER_MODEL: {
    about: 'One of "footnote models list" that puts what is found in order. Without it, none does.',
    fallback: '',
    read: modelName,
  },
  MODELS_DIR: {
    about: 'Where the models of this machine are. Without it, the folder models in DATA_DIR.',
    fallback: '',
    read: (text) => (text === '' ? null : check(text, text.trim() !== '', 'must name a directory')),
  },
  MODELS_URL: {
    about: 'Where "footnote models pull" downloads from: this, or a mirror of it.',
    fallback: 'https://huggingface.co',
    read: webAddress,
  },
  OFFLINE: {
    about: 'With 1, nothing is sent to any other machine, but to read the pages that are sources.',
    fallback: '0',
    read: oneOf('0', '1'),
  },
  MAX_UPLOAD_MB: { about: 'The largest file, in MB.', fallback: '50', read: whole(1, 1024) },
  RATE_LIMIT_GENERAL: { about: 'Requests a minute per credential; 0 = off.', fallback: '60', read: whole(0, 1e6) },
  RATE_LIMIT_CHAT: { about: 'Questions a minute per key or visitor; 0 = off.', fallback: '60', read: whole(0, 1e6) },
  RATE_LIMIT_INGESTION: { about: 'New sources a minute per project; 0 = off.', fallback: '10', read: whole(0, 1e6) },
  TRUST_PROXY: {
    about: 'The number of proxies in front whose X-Forwarded-For is believed.',
    fallback: '0',
    read: whole(0, 10),
  },
  CONVERSATION_RETENTION_DAYS: {
    about: 'Conversations untouched for so long are deleted; 0 keeps them.',
    fallback: '90',
    read: whole(0, 36_500),
  },
  DRAIN_SECONDS: {
    about: 'When it is stopped, how long it answers on while /health/ready says 503, for a load balancer to notice.',
    fallback: '0',
    read: whole(0, 300),
  },
  SCRAPE_ALLOW_CIDRS: {
    about: 'Address ranges that pages may also be read from, at any port, such as 10.1.0.0/16,fd00::/8.',
    fallback: '',
    read: addressRanges,
  },
} satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof VARIABLES;

/** Reads and checks every variable; an empty one counts as not set. Throws `EnvError` for the first that cannot be. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  function value<Wanted extends Name>(name: Wanted): ReturnType<(typeof VARIABLES)[Wanted]['read']> {
    const variable: Variable<unknown> = VARIABLES[name];
    try {
      return variable.read(source[name] || variable.fallback) as ReturnType<(typeof VARIABLES)[Wanted]['read']>;
    } catch (problem) {
      throw new EnvError(`${name} ${problem}.`);
    }
  }
  const offline = value('OFFLINE') === '1';

  /** What an engine needs that is a server; a variable of it that is missing, or leads off this machine, is named. */
  function modelServer(engine: 'EMBEDDER' | 'ANSWERER'): ModelServer | null {
    // All are read, so that a value that cannot be is named however the engine is chosen.
    const [url, apiKey, model] = [value(`${engine}_URL`), value(`${engine}_API_KEY`), value(`${engine}_MODEL`)];
    if (value(engine) !== 'openai') return null;
    if (url === null) throw new EnvError(`${engine}_URL must be set with ${engine}=openai.`);
    if (model === '') throw new EnvError(`${engine}_MODEL must be set with ${engine}=openai.`);
    if (offline && !isThisMachine(url)) {
      throw new EnvError(
        `${engine}_URL must be an address of this machine, such as http://localhost:8080/v1, with OFFLINE=1.`,
      );
    }
    return { url, apiKey, model };
  }

  function embedderAddress(): Env['embedderAddress'] {
    const [url, apiKey] = [value('EMBEDDER_URL'), value('EMBEDDER_API_KEY')];
    return url === null || (offline && !isThisMachine(url)) ? null : { url, apiKey };
  }

  return {
    host: value('HOST'),
    port: value('PORT'),
    dataDir: value('DATA_DIR'),
    databaseUrl: value('DATABASE_URL'),
    databasePool: value('DATABASE_POOL'),
    publicUrl: value('PUBLIC_URL'),
    jwtSecret: value('JWT_SECRET'),
    metricsToken: value('METRICS_TOKEN'),
    registration: value('REGISTRATION'),
    embedder: value('EMBEDDER'),
    answerer: value('ANSWERER'),
    embedderModel: value('EMBEDDER_MODEL'),
    answererModel: value('ANSWERER_MODEL'),
    rerankerModel: value('RERANKER_MODEL'),
    embedderServer: modelServer('EMBEDDER'),
    answererServer: modelServer('ANSWERER'),
    embedderAddress: embedderAddress(),
    modelsDir: value('MODELS_DIR') ?? join(value('DATA_DIR'), 'models'),
    modelsUrl: value('MODELS_URL'),
    offline,
    maxUploadMegabytes: value('MAX_UPLOAD_MB'),
    rateLimits: {
      general: value('RATE_LIMIT_GENERAL'),
      chat: value('RATE_LIMIT_CHAT'),
      ingestion: value('RATE_LIMIT_INGESTION'),
    },
    trustedProxies: value('TRUST_PROXY'),
    conversationRetentionDays: value('CONVERSATION_RETENTION_DAYS'),
    drainSeconds: value('DRAIN_SECONDS'),
    scrapeAllowCidrs: value('SCRAPE_ALLOW_CIDRS'),
  };
}

/** What each variable is without being set, by its name. */
export function envDefaults(): Record<string, string> {
  return Object.fromEntries(Object.entries(VARIABLES).map(([name, { fallback }]) => [name, fallback]));
}

/** The table for people: `footnote help`. */
export function describeEnv(): string {
  const width = Math.max(...Object.keys(VARIABLES).map((name) => name.length)) + 2;
  return Object.entries(VARIABLES)
    .map(([name, { about, fallback }]) => `  ${name.padEnd(width)}${about}${fallback && ` [${fallback}]`}`)
    .join('\n');
}
