import { ApiError, always, examplesOf } from '../../platform/errors.ts';

/** What is wrong with a credential, or what it may not do. */
export const credentialErrors = {
  missingCredentials: always(
    401,
    'missing_credentials',
    'This request needs a credential: a bearer token or an x-api-key header.',
  ),
  tokenExpired: always(401, 'token_expired', 'The token has expired. Get a new one.'),
  keyExpired: always(401, 'key_expired', 'The API key has expired. Create a new one in the console.'),
  tokenInvalid: always(401, 'token_invalid', 'The credential is not valid.'),
  addressNotAllowed: (address: string) =>
    new ApiError(
      403,
      'address_not_allowed',
      `This API key may not be used from ${address}. Its owner has named the addresses from which it may.`,
    ),
  originNotAllowed: always(
    403,
    'origin_not_allowed',
    "This page's origin is not among the project's allowed origins. Its owner can add it.",
  ),
  projectIdRequired: always(
    400,
    'project_id_required',
    'Specify the project with ?project_id=, or use an API key of the project.',
    {
      fields: [{ field: 'project_id', message: 'is required with a user token' }],
    },
  ),
  operatorRequired: always(403, 'operator_required', 'Only the operator of the server may do this.'),
  insufficientRole: (role: string, needed: string) =>
    new ApiError(
      403,
      'insufficient_role',
      `Your role in this project is ${role}, and this needs ${needed === 'owner' ? 'its owner' : 'an editor or the owner'}. Ask the owner.`,
    ),
  confirmationRequired: always(
    403,
    'confirmation_required',
    'This needs a password that was given within the last 10 minutes. Send it to POST /v1/auth/confirm, or log in again; then repeat the request.',
  ),
};

export const credentialExamples = examplesOf(credentialErrors, {
  addressNotAllowed: ['192.0.2.7'],
  insufficientRole: ['viewer', 'editor'],
});
