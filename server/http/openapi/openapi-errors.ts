import { answeringExamples } from '../../answering/errors.ts';
import { engineExamples } from '../../engines/errors.ts';
import { ingestionExamples } from '../../ingestion/errors.ts';
import { type ApiError, commonExamples, errorBody, openAiErrorBody } from '../../platform/errors.ts';
import { serviceExamples } from '../../services/errors.ts';
import { storeExamples } from '../../store/errors.ts';
import { httpExamples } from '../errors.ts';
import type { Header, MediaType, Response } from './openapi-types.ts';

const RESPONSES: Record<number, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'The request is not valid.' },
  401: { name: 'Unauthorized', description: 'The credential is missing, invalid, expired or revoked.' },
  403: { name: 'Forbidden', description: 'The credential is valid, but may not do this.' },
  404: { name: 'NotFound', description: 'The resource does not exist, or the credential may not see it.' },
  429: { name: 'TooManyRequests', description: 'Too many requests. `Retry-After` says when to try again.' },
  500: { name: 'ServerError', description: 'Something went wrong on the server.' },
};

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
  const all = exampleErrors();
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

/** An error for each code that the API may answer with, by status and code. */
function exampleErrors(): ApiError[] {
  const examples = [
    ...commonExamples,
    ...storeExamples,
    ...httpExamples,
    ...serviceExamples,
    ...ingestionExamples,
    ...engineExamples,
    ...answeringExamples,
  ].map((make) => make());
  const byCode = new Map(examples.map((error) => [`${error.status} ${error.code}`, error]));
  return [...byCode].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, error]) => error);
}
