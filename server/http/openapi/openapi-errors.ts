import { type ApiError, errorBody, errors, openAiErrorBody } from '../../platform/errors.ts';
import type { Header, MediaType, Response } from './openapi-types.ts';

type Catalogue = typeof errors;
type ErrorArguments = {
  [Name in keyof Catalogue as Parameters<Catalogue[Name]> extends [] ? never : Name]: Parameters<Catalogue[Name]>;
};

/** Arguments for the errors that need some, so that the document shows an example of every error. */
const SAMPLE_ARGUMENTS: ErrorArguments = {
  invalidRequest: [[{ field: 'name', message: 'is required' }]],
  urlNotAllowed: ['http://10.1.2.3/', 'page'],
  wrongPassword: ['current_password'],
  invalidBody: ['The form data is damaged or has too many parts.'],
  bodyTooLarge: ['1 MB'],
  fileTypeMismatch: ['.pdf'],
  notKept: ['answer'],
  fileTooLarge: [50],
  tooManyFiles: [1_000],
  invalidArchive: ['The archive cannot be read: it is damaged.'],
  pictureTooWide: [3000, 2000],
  tooManyProjects: [100],
  tooManySources: [10_000],
  tooMuchInProject: [1_000_000_000],
  tooMuchStored: [10e9],
  recipientHasTooManyProjects: [100],
  tooManyMembers: [200],
  tooManyKeys: [100],
  tooManyCuratedAnswers: [500],
  tooManyGoldenQuestions: [200],
  tooManyWebhooks: [10],
  offline: ['/var/lib/footnote/models'],
  modelNotThere: ['bge-small-en-v1.5'],
  modelSetElsewhere: ['EMBEDDER'],
  backupsUnsupported: ['With DATABASE_URL, backups are made with pg_dump. Keep a copy of DATA_DIR beside them.'],
  notSupervised: ['sudo systemctl restart footnote'],
  wrongOffset: [16_777_216],
  uploadTooLong: [48_000_000],
  uploadIncomplete: [16_777_216, 48_000_000],
  noRoomForBackup: [3_000_000_000, 1_200_000_000],
  engineInUse: ['llama runs qwen3, which is in use. Choose another model first, or none.'],
  engineUnavailable: ['There is no npm on the server’s machine, which would install it.'],
  modelUnfit: ['The model does not follow instructions: answering by quotation instead is better.'],
  modelNotLoaded: [300],
  modelTooSlow: ['What does delivery to Norway cost?', 120],
  modelUnusable: ['The model bge-small-en-v1.5 is incomplete or damaged.'],
  modelServerAddress: ['This address is not allowed.'],
  modelServerUnreachable: ['Nothing answers at http://gpu.example.com:11434.'],
  modelServerCertificate: ['The certificate of https://models.example.com has expired.'],
  modelServerProtocol: ['There is a server at http://gpu.example.com:8080, but it does not speak OpenAI’s protocol.'],
  modelServerKey: ['The server did not accept the key.'],
  modelServerModel: ['The server has no model qwen3.'],
  modelServerFailed: ['The server reported an error of its own (status 500).'],
  notReplaceable: ['text'],
  noSchedule: ['file'],
  insufficientScope: ['read'],
  insufficientRole: ['viewer', 'editor'],
  wrongCredential: ['an API key of the project (header x-api-key)'],
  addressNotAllowed: ['192.0.2.7'],
  rateLimited: [12],
  tooManyMails: [3600],
  loginThrottled: [4],
  inProgress: [1],
  tooManyQuestions: [10_000, 3600],
  budgetExhausted: ['Please ask again tomorrow.', 3600],
  busy: [5],
};

const RESPONSES: Record<number, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'The request is not valid.' },
  401: { name: 'Unauthorized', description: 'The credential is missing, invalid, expired or revoked.' },
  403: { name: 'Forbidden', description: 'The credential is valid, but may not do this.' },
  404: { name: 'NotFound', description: 'The resource does not exist, or the credential may not see it.' },
  429: { name: 'TooManyRequests', description: 'Too many requests. `Retry-After` says when to try again.' },
  500: { name: 'ServerError', description: 'Something went wrong on the server.' },
};

/** Every error of the catalogue, without duplicates. */
function listErrors(): ApiError[] {
  const made = Object.entries(errors).map(([name, make]) => {
    const sample = (SAMPLE_ARGUMENTS as Record<string, readonly unknown[]>)[name] ?? [];
    return (make as (...sample: readonly unknown[]) => ApiError)(...sample);
  });
  return [...new Map(made.map((error) => [`${error.status} ${error.code}`, error])).values()];
}

/** A reference to the response for an error status. Routes for OpenAI's clients use a body that those can read too. */
export const errorReference = (status: number, openAiShaped = false) => ({
  $ref: `#/components/responses/${openAiShaped ? 'OpenAi' : ''}${RESPONSES[status]?.name}`,
});

/** One response per status with an example for each code, and the same responses in OpenAI's shape. */
export const errorResponses = (): Record<string, Response> => ({
  ...responsesInShape(false),
  ...responsesInShape(true),
});

function responsesInShape(openAiShaped: boolean): Record<string, Response> {
  const all = listErrors();
  return Object.fromEntries(
    Object.entries(RESPONSES).map(([text, { name, description }]) => {
      const status = Number(text);
      const examples: MediaType['examples'] = {};
      for (const error of all.filter((one) => one.status === status)) {
        examples[error.code] = { value: openAiShaped ? openAiErrorBody(error) : errorBody(error) };
      }
      const headers: Response['headers'] = { 'x-request-id': headerReference('RequestId') };
      if (status === 401) headers['www-authenticate'] = headerReference('Authenticate');
      if (status === 429) {
        headers['retry-after'] = headerReference('RetryAfter');
        headers.ratelimit = headerReference('RateLimit');
        headers['ratelimit-policy'] = headerReference('RateLimitPolicy');
      }
      const content = {
        'application/json': {
          schema: { $ref: `#/components/schemas/${openAiShaped ? 'OpenAiErrorBody' : 'ErrorBody'}` },
          examples,
        },
      };
      if (openAiShaped) return [`OpenAi${name}`, { description, headers, content }];
      return [name, { description, headers, content }];
    }),
  );
}

export const headerReference = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** The response headers that the document describes. */
export const RESPONSE_HEADERS: Record<string, Header> = {
  RequestId: {
    description: 'Identifies the request. Quote it when you report a problem.',
    schema: { type: 'string' },
    example: 'req_4YHhQ0V2b7c9D1kLmN3pqR',
  },
  RateLimit: {
    description: '`r` requests are left, and the limit resets in `t` seconds (IETF httpapi draft 11).',
    schema: { type: 'string' },
    example: '"general";r=59;t=42',
  },
  RateLimitPolicy: {
    description: 'The limit: at most `q` requests in any `w` seconds.',
    schema: { type: 'string' },
    example: '"general";q=60;w=60',
  },
  RetryAfter: {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  Authenticate: {
    description: 'The kind of credential to send.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
};
