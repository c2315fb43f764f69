import { type ApiError, errorBody, errors, openAiErrorBody } from '../../platform/errors.ts';
import type { Header, MediaType, Response } from './openapi-types.ts';

type Catalogue = typeof errors;
type ErrorArguments = {
  [Name in keyof Catalogue as Parameters<Catalogue[Name]> extends [] ? never : Name]: Parameters<Catalogue[Name]>;
};

/** What an error is made with where it needs something, so that each one of the catalogue can be shown. */
const SAMPLE_ARGUMENTS: ErrorArguments = {
  invalidRequest: [[{ field: 'name', message: 'is required' }]],
  invalidBody: ['The form data is damaged or has too many parts.'],
  bodyTooLarge: ['1 MB'],
  fileTypeMismatch: ['.pdf'],
  fileTooLarge: [50],
  offline: ['/var/lib/footnote/models'],
  modelNotThere: ['bge-small-en-v1.5'],
  modelSetElsewhere: ['EMBEDDER'],
  modelUnusable: ['The model bge-small-en-v1.5 is not whole.'],
  notReplaceable: ['text'],
  noSchedule: ['file'],
  wrongCredential: ['an API key of the project (header x-api-key)'],
  rateLimited: [12],
  loginThrottled: [4],
  inProgress: [1],
  budgetExhausted: ['Please ask again tomorrow.', 3600],
  busy: [5],
};

const decided = { 'x-footnote-decision': true } as const;

const RESPONSES: Record<number, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'The request is not as it must be.' },
  401: { name: 'Unauthorized', description: 'There is no credential, or it is not valid (any more).' },
  403: { name: 'Forbidden', description: 'The credential is valid, but not here.' },
  404: { name: 'NotFound', description: 'It does not exist, or is not this credential’s to see.' },
  429: { name: 'TooManyRequests', description: 'Too much at once. `Retry-After` says when to try again.' },
  500: { name: 'ServerError', description: 'Something went wrong on the server.' },
};

/** Every error of the catalogue once. */
function listErrors(): ApiError[] {
  const made = Object.entries(errors).map(([name, make]) => {
    const sample = (SAMPLE_ARGUMENTS as Record<string, readonly unknown[]>)[name] ?? [];
    return (make as (...sample: readonly unknown[]) => ApiError)(...sample);
  });
  return [...new Map(made.map((error) => [`${error.status} ${error.code}`, error])).values()];
}

/** Where the answer to an error of this status is described. OpenAI's clients get a body that they can read too. */
export const errorReference = (status: number, openAiShaped = false) => ({
  $ref: `#/components/responses/${openAiShaped ? 'OpenAi' : ''}${RESPONSES[status]?.name}`,
});

/** One response a status, with an example for each code that it may carry; and each again for OpenAI's clients. */
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
      if (openAiShaped) return [`OpenAi${name}`, { description, headers, content, ...decided }];
      return [name, { description, headers, content }];
    }),
  );
}

export const headerReference = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** The headers that the document speaks of. */
export const RESPONSE_HEADERS: Record<string, Header> = {
  RequestId: {
    description: 'Names the request; quote it when something went wrong.',
    schema: { type: 'string' },
    example: 'req_4YHhQ0V2b7c9D1kLmN3pqR',
    ...decided,
  },
  RateLimit: {
    description: 'What is left: `r` requests, and `t` seconds until there are more (IETF httpapi draft 11).',
    schema: { type: 'string' },
    example: '"general";r=59;t=42',
    ...decided,
  },
  RateLimitPolicy: {
    description: 'The limit: at most `q` requests in any `w` seconds.',
    schema: { type: 'string' },
    example: '"general";q=60;w=60',
    ...decided,
  },
  RetryAfter: {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
    ...decided,
  },
  Authenticate: {
    description: 'The kind of credential to send.',
    schema: { type: 'string' },
    example: 'Bearer',
    ...decided,
  },
};
