import { ApiError, always, errors as common, examplesOf } from '../platform/errors.ts';
import { credentialErrors } from '../services/errors/credentials.ts';
import { pictureErrors } from '../services/errors/pictures.ts';

/** What is wrong with a request before its handler has it. */
const httpErrors = {
  badRequest: always(
    400,
    'bad_request',
    'The request is malformed, its headers are too large, or it arrived too slowly.',
  ),
  twoHosts: always(400, 'bad_request', 'The request has two Host headers. Send one.'),
  hostNotServed: always(
    403,
    'host_not_served',
    'This server listens on its own machine only and is not known by this name. Open it as http://localhost with its port, or set PUBLIC_URL to the address that visitors use.',
  ),
  invalidBody: (detail: string) => new ApiError(400, 'invalid_body', detail),
  oneFile: always(400, 'invalid_body', 'Send exactly one file, in a field named "file".'),
  filesOrArchive: always(
    400,
    'invalid_body',
    'Send files in fields named "files", or one archive in a field named "archive".',
  ),
  jsonRequired: always(400, 'invalid_body', 'Send the body as JSON, with the header "content-type: application/json".'),
  invalidJson: always(400, 'invalid_json', 'The request body is not valid JSON.'),
  bodyTooLarge: (limit: string) => new ApiError(400, 'body_too_large', `The request body is larger than ${limit}.`),
  partTooLarge: always(400, 'part_too_large', 'A part of an upload may have at most 16 MB.'),
  fileRequired: always(400, 'file_required', 'Send the file as multipart form data in a field named "file".', {
    fields: [{ field: 'file', message: 'is required' }],
  }),
  fileTooLarge: (megabytes: number) =>
    new ApiError(400, 'file_too_large', `The file is larger than ${megabytes} MB, the limit of this server.`),
  tooManyFiles: (most: number) =>
    new ApiError(400, 'too_many_files', `At most ${most} files can be sent at once. Send the rest in another request.`),
  idempotencyMismatch: always(
    400,
    'idempotency_mismatch',
    'This Idempotency-Key was used for a different request. Use a new key for every new request.',
  ),
  twoCredentials: always(
    400,
    'two_credentials',
    'Send one credential: a bearer token or an x-api-key header, not both.',
  ),
  wrongCredential: (needed: string) =>
    new ApiError(403, 'wrong_credential', `This credential cannot be used here. Use ${needed}.`),
  insufficientScope: (needed: string) =>
    new ApiError(
      403,
      'insufficient_scope',
      `This API key may not do this: it lacks the scope "${needed}". Use a key that has it.`,
    ),
};

export const httpExamples = examplesOf(httpErrors, {
  invalidBody: ['The form data is damaged or has too many parts.'],
  bodyTooLarge: ['1 MB'],
  fileTooLarge: [50],
  tooManyFiles: [1_000],
  wrongCredential: ['an API key of the project (header x-api-key)'],
  insufficientScope: ['read'],
});

export const errors = { ...common, ...credentialErrors, ...pictureErrors, ...httpErrors };
