import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../../server/config/env.ts';

const GOOD_SECRET = 'q7Vd-2mXw_Zr9LkT4bNc8HsYp3GfJe6U';

describe('the settings of a provider', () => {
  const PROVIDER = {
    ...{ OIDC_ISSUER: 'https://ID.example.com/realms/staff/', OIDC_CLIENT_ID: 'footnote' },
    PUBLIC_URL: 'https://chat.example.com',
  };

  it('are read as a whole', () => {
    expect(readEnv(PROVIDER).oidc).toEqual({
      ...{ issuer: 'https://id.example.com/realms/staff', clientId: 'footnote', clientSecret: null },
      ...{ name: 'id.example.com', domains: [], trustEmail: false },
    });
    const all = {
      ...{ OIDC_CLIENT_SECRET: 's', OIDC_NAME: ' Staff ', OIDC_DOMAINS: 'Example.com, example.org' },
      ...{ OIDC_TRUST_EMAIL: '1', PASSWORD_SIGN_IN: 'off', REGISTRATION: 'provider' },
    };
    const env = readEnv({ ...PROVIDER, ...all });
    expect(env.oidc).toMatchObject({ clientSecret: 's', name: 'Staff', domains: ['example.com', 'example.org'] });
    expect([env.oidc?.trustEmail, env.passwordSignIn, env.registration]).toEqual([true, false, 'provider']);
  });

  it.each([
    [{ OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID must be set/],
    [{ PUBLIC_URL: '' }, /^PUBLIC_URL must be set/],
    [{ OIDC_ISSUER: 'http://id.example.com' }, /^OIDC_ISSUER must begin with https/],
    [{ OFFLINE: '1' }, /^OIDC_ISSUER must be an address of this machine/],
  ])('stop the start where they cannot work: %j', (changes, sentence) => {
    expect(() => readEnv({ ...PROVIDER, ...changes })).toThrow(sentence);
  });

  it('may be of a provider on this machine', () => {
    const here = { OIDC_ISSUER: 'http://127.0.0.1:9000', OIDC_CLIENT_ID: 'footnote', OFFLINE: '1' };
    expect(readEnv(here).oidc?.issuer).toBe('http://127.0.0.1:9000');
  });
});

describe('the settings', () => {
  it('have defaults that need nothing set', () => {
    expect(readEnv({})).toEqual({
      host: '127.0.0.1',
      port: 8787,
      dataDir: './data',
      publicUrl: null,
      jwtSecret: null,
      metricsToken: null,
      registration: 'open',
      passwordSignIn: true,
      oidc: null,
      backupDir: 'data/backups',
      backupBucket: null,
      embedder: null,
      answerer: null,
      embedderModel: '',
      answererModel: '',
      answererContext: null,
      answererConcurrency: null,
      rerankerModel: '',
      reader: 'builtin',
      verifier: 'rules',
      verifierModel: '',
      embedderServer: null,
      answererServer: null,
      embedderAddress: null,
      modelsDir: 'data/models',
      enginesDir: 'data/engines',
      modelThreads: null,
      modelMemory: null,
      modelsUrl: 'https://huggingface.co',
      offline: false,
      maxUploadMegabytes: 50,
      minimumFree: null,
      quotas: { projects: 100, sources: 10_000, bytes: 10e9, projectBytes: null, dailyQuestions: 10_000 },
      maxCrawlPages: 1000,
      rateLimits: { general: 60, chat: 60, search: 300, ingestion: 10 },
      trustedProxies: 0,
      conversationRetentionDays: 90,
      databasePool: 10,
      databaseUrl: null,
      drainSeconds: 0,
      supervised: false,
      client: { url: 'http://127.0.0.1:8787', project: null, apiKey: null, token: null },
      scrapeAllowCidrs: [],
      mail: null,
    });
  });

  it('are read from the environment, an empty one counting as not set', () => {
    const env = readEnv({ PORT: '0', HOST: '', PUBLIC_URL: 'https://Chat.example.com/base/', JWT_SECRET: GOOD_SECRET });
    expect(env).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      publicUrl: 'https://chat.example.com/base',
      jwtSecret: GOOD_SECRET,
    });
  });

  it.each([
    ['https://Models.example.com/hub/', 'https://models.example.com/hub'],
    ['file:///media/usb/models/', 'file:///media/usb/models'],
    ['/media/my usb', 'file:///media/my%20usb'],
  ])('take models from a site or a folder: %s', (text, url) => {
    expect(readEnv({ MODELS_URL: text }).modelsUrl).toBe(url);
  });

  it('bound the models on this machine', () => {
    const env = readEnv({ MODEL_THREADS: '3', MODEL_MEMORY_MB: '2000' });
    expect(env).toMatchObject({ modelThreads: 3, modelMemory: 2e9 });
    expect(() => readEnv({ MODEL_THREADS: '0' })).toThrow(/^MODEL_THREADS must be a whole number from 1/);
    expect(() => readEnv({ MODEL_MEMORY_MB: '12' })).toThrow(/^MODEL_MEMORY_MB must be a whole number from 256/);
  });

  it.each<[Record<string, string>, string]>([
    [{}, 'rules'],
    [{ VERIFIER_MODEL: 'nli-deberta-v3-xsmall' }, 'transformers'],
    [{ VERIFIER: 'answerer' }, 'answerer'],
    [{ VERIFIER: 'rules', VERIFIER_MODEL: 'nli-deberta-v3-xsmall' }, 'rules'],
  ])('choose what checks sentences by %j: %s', (set, verifier) => {
    expect(readEnv(set).verifier).toBe(verifier);
  });

  it.each([
    ['HOST', 'not a host'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '80 '],
    ['PORT', '0x50'],
    ['DATA_DIR', '  '],
    ['ANSWERER_CONTEXT', '1023'],
    ['ANSWERER_CONTEXT', '8k'],
    ['ANSWERER_CONCURRENCY', '0'],
    ['PUBLIC_URL', 'chat.example.com'],
    ['PUBLIC_URL', 'ftp://chat.example.com'],
    ['PUBLIC_URL', 'https://user@chat.example.com'],
    ['JWT_SECRET', 'short'],
    ['JWT_SECRET', 'x'.repeat(64)],
    ['JWT_SECRET', 'change-me-change-me-change-me-change-me'],
    ['JWT_SECRET', 'your_jwt_secret_goes_here_1234567890'],
    ['JWT_SECRET', 'My-Super-Secret-Key-For-Production-1'],
    ['JWT_SECRET', '0123456789abcdef0123456789abcdef'],
    ['METRICS_TOKEN', 'prometheus'],
    ['METRICS_TOKEN', 'password-password-password-password1'],
    ['REGISTRATION', 'Open'],
    ['REGISTRATION', 'provider'],
    ['PASSWORD_SIGN_IN', 'off'],
    ['OIDC_ISSUER', 'id.example.com'],
    ['OIDC_DOMAINS', 'me@example.com'],
    ['DATA_DIR', ' '],
    ['VERIFIER', 'magic'],
    ['VERIFIER', 'model'],
    ['EMBEDDER', 'magic'],
    ['ANSWERER', 'magic'],
    ['ANSWERER_URL', 'localhost:11434'],
    ['ANSWERER_URL', 'http://key@localhost:11434/v1'],
    ['ANSWERER_URL', 'file:///etc/passwd'],
    ['ANSWERER_API_KEY', 'one\r\nx-other: two'],
    ['EMBEDDER_MODEL', 'a model'],
    ['OFFLINE', 'yes'],
    ['MAX_UPLOAD_MB', '0'],
    ['MAX_UPLOAD_MB', '-5'],
    ['MIN_FREE_MB', '5%'],
    ['MAX_PROJECTS', 'many'],
    ['MAX_SOURCES', '-1'],
    ['MAX_STORED_MB', '10 GB'],
    ['RATE_LIMIT_GENERAL', 'off'],
    ['RATE_LIMIT_CHAT', '-1'],
    ['RATE_LIMIT_CHAT', '1.5'],
    ['RATE_LIMIT_SEARCH', '-1'],
    ['RATE_LIMIT_INGESTION', 'NaN'],
    ['TRUST_PROXY', 'true'],
    ['CONVERSATION_RETENTION_DAYS', '-1'],
    ['CONVERSATION_RETENTION_DAYS', 'never'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com/path'],
    ['MAIL_FROM', 'footnote'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['SCRAPE_ALLOW_CIDRS', '10.0.0.0'],
    ['SCRAPE_ALLOW_CIDRS', '10.0.0.0/33'],
    ['SCRAPE_ALLOW_CIDRS', 'intranet/8'],
    ['SCRAPE_ALLOW_CIDRS', '0.0.0.0/0'],
    ['SCRAPE_ALLOW_CIDRS', '10.0.0.0/8,::/0'],
    ['SCRAPE_ALLOW_CIDRS', '10.0.0.0/7'],
    ['SCRAPE_ALLOW_CIDRS', 'fc00::/6'],
  ])('%s=%s is refused in one line that names it', (name, text) => {
    expect(() => readEnv({ [name]: text })).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
  });

  it('need a signing secret with a database that several servers share, and say how to make one', () => {
    const DATABASE_URL = 'postgres://footnote@localhost/footnote';
    for (const JWT_SECRET of [undefined, '']) {
      expect(() => readEnv({ DATABASE_URL, JWT_SECRET })).toThrow(
        /^JWT_SECRET must be set with DATABASE_URL, to the same value for every server\. Make one: openssl rand -base64 48$/,
      );
    }
    expect(readEnv({ DATABASE_URL, JWT_SECRET: GOOD_SECRET })).toMatchObject({ jwtSecret: GOOD_SECRET });
  });

  it('need a sender with a mail server', () => {
    const SMTP_URL = 'smtps://user:secret@mail.example.com';
    expect(() => readEnv({ SMTP_URL })).toThrow(/^MAIL_FROM must be set with SMTP_URL(?!.*secret)/);
    const MAIL_FROM = 'Footnote <footnote@example.com>';
    expect(readEnv({ SMTP_URL, MAIL_FROM }).mail).toEqual({ smtpUrl: SMTP_URL, from: MAIL_FROM });
  });

  it('never repeat a secret that is refused', () => {
    expect(() => readEnv({ JWT_SECRET: 'my-short-secret' })).toThrow(/^(?!.*my-short-secret)/);
    expect(() => readEnv({ EMBEDDER_API_KEY: 'my secret' })).toThrow(/^(?!.*my secret)/);
  });

  it('say what a model server is', () => {
    const server = { ANSWERER: 'openai', ANSWERER_URL: 'http://localhost:11434/v1/', ANSWERER_MODEL: 'qwen3:4b' };
    const expected = { url: 'http://localhost:11434/v1', apiKey: null, model: 'qwen3:4b' };
    expect(readEnv(server)).toMatchObject({ answererServer: expected, embedderServer: null });
    expect(readEnv({ ...server, ANSWERER_API_KEY: 'sk-1' }).answererServer?.apiKey).toBe('sk-1');
    expect(() => readEnv({ ...server, ANSWERER_URL: '' })).toThrow(/^ANSWERER_URL must be set with ANSWERER=openai\.$/);
    expect(() => readEnv({ ...server, ANSWERER_MODEL: '' })).toThrow(/^ANSWERER_MODEL must be set /);
  });

  it.each([
    ['http://localhost:1/v1', true],
    ['http://127.0.0.1:1/v1', true],
    ['http://[::1]:1/v1', true],
    ['http://2130706433/v1', true],
    ['http://192.168.1.2/v1', false],
    ['http://localhost.example.com/v1', false],
    ['https://api.example.com/v1', false],
  ])('let an offline server ask a model at %s: %s', (url, allowed) => {
    const read = () => readEnv({ OFFLINE: '1', EMBEDDER: 'openai', EMBEDDER_MODEL: 'm', EMBEDDER_URL: url });
    if (allowed) expect(read().offline).toBe(true);
    else expect(read).toThrow(/^EMBEDDER_URL must be an address of this machine/);
  });
});

describe('the settings of a bucket for backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-secret-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const BUCKET = {
    ...{ BACKUP_S3_ENDPOINT: 'https://s3.example.com/', BACKUP_S3_BUCKET: 'backups', BACKUP_S3_ACCESS_KEY_ID: 'AK' },
    BACKUP_S3_SECRET_ACCESS_KEY: 'very-secret',
  };

  it('are read as a whole, the secret also from a file', () => {
    const expected = { endpoint: 'https://s3.example.com', region: 'us-east-1', bucket: 'backups', keyId: 'AK' };
    expect(readEnv(BUCKET).backupBucket).toEqual({ ...expected, prefix: '', secret: 'very-secret' });
    const file = join(folder, 'secret');
    writeFileSync(file, 'from the file\n');
    const filed = { ...BUCKET, BACKUP_S3_SECRET_ACCESS_KEY: '', BACKUP_S3_SECRET_FILE: file, BACKUP_S3_PREFIX: 'a/b' };
    expect(readEnv(filed).backupBucket).toEqual({ ...expected, prefix: 'a/b/', secret: 'from the file' });
  });

  it.each([
    [{ BACKUP_S3_BUCKET: '' }, /^BACKUP_S3_BUCKET must be set/],
    [{ BACKUP_S3_BUCKET: 'Up/../x' }, /^BACKUP_S3_BUCKET must be the name/],
    [{ BACKUP_S3_PREFIX: '../x' }, /^BACKUP_S3_PREFIX must be/],
    [{ BACKUP_S3_ACCESS_KEY_ID: '' }, /^BACKUP_S3_ACCESS_KEY_ID must be set/],
    [{ BACKUP_S3_SECRET_ACCESS_KEY: '' }, /^BACKUP_S3_SECRET_ACCESS_KEY or BACKUP_S3_SECRET_FILE must be set/],
    [
      { BACKUP_S3_SECRET_ACCESS_KEY: '', BACKUP_S3_SECRET_FILE: '/none' },
      /^BACKUP_S3_SECRET_FILE cannot be read: ENOENT/,
    ],
    [{ OFFLINE: '1' }, /^BACKUP_S3_ENDPOINT must be an address of this machine/],
  ])('stop the start where they cannot work: %j', (changes, sentence) => {
    expect(() => readEnv({ ...BUCKET, ...changes })).toThrow(sentence);
  });
});
