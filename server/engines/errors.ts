import { ApiError, always, errors as common, examplesOf, fieldError } from '../platform/errors.ts';

/** How engines fail, and what is wrong with a server of models. */
export const engineErrors = {
  busy: (seconds: number) =>
    new ApiError(429, 'busy', 'The server is busy with other questions. Try again shortly.', { retryAfter: seconds }),
  answererUnavailable: always(
    500,
    'answerer_unavailable',
    'The model that writes the answers cannot be reached or does not work. Try again in a moment.',
  ),
  embedderUnavailable: always(
    500,
    'embedder_unavailable',
    'The model that the search needs cannot be reached or does not work. Try again in a moment.',
  ),
  modelServerAddress: (sentence: string) => fieldError('model_server_address', 'url', sentence),
  modelServerUnreachable: (sentence: string) => fieldError('model_server_unreachable', 'url', sentence),
  modelServerCertificate: (sentence: string) => fieldError('model_server_certificate', 'url', sentence),
  modelServerProtocol: (sentence: string) => fieldError('model_server_protocol', 'url', sentence),
  modelServerKey: (sentence: string) => fieldError('model_server_key', 'api_key', sentence),
  modelServerModel: (sentence: string) => fieldError('model_server_model', 'model', sentence),
  modelServerFailed: (sentence: string) => new ApiError(400, 'model_server_failed', sentence),
};

export const engineExamples = examplesOf(engineErrors, {
  busy: [5],
  modelServerAddress: ['This address is not allowed.'],
  modelServerUnreachable: ['Nothing answers at http://gpu.example.com:11434.'],
  modelServerCertificate: ['The certificate of https://models.example.com has expired.'],
  modelServerProtocol: ['There is a server at http://gpu.example.com:8080, but it does not speak OpenAI’s protocol.'],
  modelServerKey: ['The server did not accept the key.'],
  modelServerModel: ['The server has no model qwen3.'],
  modelServerFailed: ['The server reported an error of its own (status 500).'],
});

export const errors = { ...common, ...engineErrors };
