import type { ErrorBody, FieldError, OpenAiErrorBody, SourceType } from '@footnote/sdk/contract';
import { FILE_FORMATS, listFileFormats } from './files/file-formats.ts';
import { WIDGET_IMAGE_LIMITS } from './files/widget-images.ts';
import { type AddressUse, explainRefusal, refusalOf } from './network/refused-address.ts';
import { commandLine } from './program/command-line.ts';
import { formatBytes } from './text/format-bytes.ts';
import { ADD_OCR } from './text/ocr-words.ts';

const OPENAPI_ENDINGS: readonly string[] = FILE_FORMATS.openapi.extensions;
const isOpenApiEnding = (extension: string) => OPENAPI_ENDINGS.includes(extension);
const SUPPORTED_FORMATS = `Supported are ${listFileFormats()}.`;

/** The statuses of errors (decisions.md → Codes). */
export type ErrorStatus = 400 | 401 | 403 | 404 | 429 | 500 | 503;

/**
 * An error for the client, with a status, a stable code and a message. It may be thrown anywhere. Only
 * http/error-handler.ts turns it into a response.
 */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly fields: FieldError[] | undefined;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfter: number | undefined;
  /** The message of the project's owner to visitors. */
  readonly ownerMessage: string | undefined;

  constructor(
    status: ErrorStatus,
    code: string,
    detail: string,
    extra: { fields?: FieldError[]; retryAfter?: number; ownerMessage?: string } = {},
  ) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.retryAfter = extra.retryAfter;
    this.ownerMessage = extra.ownerMessage;
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** The JSON body of an error. */
export function errorBody({ message, code, fields, ownerMessage }: ApiError): ErrorBody {
  return {
    detail: message,
    code,
    ...(fields && { errors: fields }),
    ...(ownerMessage && { owner_message: ownerMessage }),
  };
}

const OPENAI_TYPES: Partial<Record<ErrorStatus, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** The JSON body of an error with the fields of OpenAI's API as well as our own. */
export function openAiErrorBody(error: ApiError): OpenAiErrorBody {
  const { message, code, status, fields } = error;
  const type = OPENAI_TYPES[status] ?? 'server_error';
  return { ...errorBody(error), error: { message, type, code, param: fields?.[0]?.field ?? null } };
}

/**
 * A number of seconds in words: `1 second`, `90 seconds`, `12 minutes`, `15 hours`. Rounded up, so that no client retries
 * too early.
 */
function inWords(seconds: number): string {
  const [count, unit] =
    seconds <= 120 ? [seconds, 'second'] : seconds <= 7200 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const whole = Math.ceil(count);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

const NOT_REPLACEABLE: Record<SourceType, string> = {
  file: 'This source is a file. Send its replacement to the address that ends in "/file".',
  text: 'This source is a text. Send its replacement to the address that ends in "/text".',
  url: 'This source is read from its address. Refresh it (sync), or add the replacement as another source.',
};
const NO_SCHEDULE: Record<'file' | 'text' | 'page', string> = {
  file: 'This source is a file. Only addresses can be refreshed on a schedule.',
  text: 'This source is a text. Only addresses can be refreshed on a schedule.',
  page: 'This page is refreshed with its site. Change the site’s "refresh_hours".',
};
/** The maximum number of invalid fields in an error: a request with thousands of them must not cause a long response. */
export const MAX_FIELD_ERRORS = 20;
/** The maximum lengths of a field's name and message, which may contain what the client sent. */
const MAX_FIELD_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 400;

/** The most characters of all field errors together; they are sent twice, in `detail` and in `errors`. */
const MAX_ERROR_LENGTH = 2_000;

/** Names the first invalid fields and the number of the others; `total` is given if `found` holds only the first. */
function invalidRequest(found: FieldError[], total = found.length): ApiError {
  let length = 0;
  const fields = found
    .slice(0, MAX_FIELD_ERRORS)
    .map(({ field, message }) => ({
      field: shortened(field, MAX_FIELD_LENGTH),
      message: shortened(message, MAX_MESSAGE_LENGTH),
    }))
    .filter(({ field, message }) => {
      length += field.length + message.length;
      return length <= MAX_ERROR_LENGTH;
    });
  const sentences = fields.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  if (total > fields.length) sentences.push(`and ${total - fields.length} more`);
  return new ApiError(400, 'invalid_request', sentences.join('; '), { fields });
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** An error about one field of a request, with the same sentence for the field and for the whole. */
const fieldError = (code: string, field: string, sentence: string) =>
  new ApiError(400, code, sentence, { fields: [{ field, message: sentence }] });

const quotaReached = (sentence: string) => new ApiError(400, 'quota_reached', sentence);

const WRONG_CODE = 'The code is wrong, has expired, or was used before. Wait for the next one.';

/** Every error that the API can return. */
export const errors = {
  // 400
  invalidRequest,
  badRequest: () =>
    new ApiError(400, 'bad_request', 'The request is malformed, its headers are too large, or it arrived too slowly.'),
  twoHosts: () => new ApiError(400, 'bad_request', 'The request has two Host headers. Send one.'),
  invalidJson: () => new ApiError(400, 'invalid_json', 'The request body is not valid JSON.'),
  invalidBody: (detail: string) => new ApiError(400, 'invalid_body', detail),
  bodyTooLarge: (limit: string) => new ApiError(400, 'body_too_large', `The request body is larger than ${limit}.`),
  emailTaken: () => new ApiError(400, 'email_taken', 'An account with this e-mail address already exists.'),
  wrongPassword: (field: 'password' | 'current_password') =>
    new ApiError(400, 'wrong_password', 'The current password is wrong.', {
      fields: [{ field, message: 'is wrong' }],
    }),
  codeRequired: () =>
    new ApiError(400, 'second_factor_required', 'This account also needs a code from its authenticator app.', {
      fields: [{ field: 'code', message: 'is required' }],
    }),
  wrongCode: () =>
    new ApiError(400, 'wrong_code', WRONG_CODE, {
      fields: [{ field: 'code', message: 'is wrong or was used before' }],
    }),
  secondFactorEnabled: () =>
    new ApiError(400, 'second_factor_enabled', 'The second factor is on already. Turn it off to set up another one.'),
  noSecondFactor: () => new ApiError(400, 'no_second_factor', 'The account has no second factor. Set one up first.'),
  idempotencyMismatch: () =>
    new ApiError(
      400,
      'idempotency_mismatch',
      'This Idempotency-Key was used for a different request. Use a new key for every new request.',
    ),
  /** For an address that was refused by its text. */
  urlNotAllowed: (text: string, use: AddressUse) =>
    fieldError('url_not_allowed', 'url', explainRefusal(refusalOf(text), use)),
  projectIdRequired: () =>
    new ApiError(
      400,
      'project_id_required',
      'Specify the project with ?project_id=, or use an API key of the project.',
      {
        fields: [{ field: 'project_id', message: 'is required with a user token' }],
      },
    ),
  fileRequired: () =>
    new ApiError(400, 'file_required', 'Send the file as multipart form data in a field named "file".', {
      fields: [{ field: 'file', message: 'is required' }],
    }),
  unsupportedFileType: () =>
    new ApiError(400, 'unsupported_file_type', `This file type is not supported. ${SUPPORTED_FORMATS}`),
  pictureWithoutOcr: () =>
    new ApiError(400, 'unsupported_file_type', `This file is a picture, which this server can read once ${ADD_OCR()}.`),
  fileTypeMismatch: (extension: string) =>
    new ApiError(
      400,
      'unsupported_file_type',
      `${isOpenApiEnding(extension) ? `Files that end in ${extension} are read only if they are OpenAPI descriptions.` : `The content of this file does not match its extension (${extension}).`} ${SUPPORTED_FORMATS}`,
    ),
  fileTooLarge: (megabytes: number) =>
    new ApiError(400, 'file_too_large', `The file is larger than ${megabytes} MB, the limit of this server.`),
  fileEmpty: () => new ApiError(400, 'file_empty', 'The file is empty.'),
  unsupportedPicture: () =>
    fieldError('unsupported_picture', 'file', 'This is not a PNG, JPEG or WebP picture, or it is damaged.'),
  animatedPicture: () => fieldError('unsupported_picture', 'file', 'This picture is animated. Choose one that is not.'),
  pictureTooHeavy: () =>
    fieldError(
      'picture_too_large',
      'file',
      `The picture has more than ${WIDGET_IMAGE_LIMITS.bytes / 1000} kB. Make it smaller.`,
    ),
  pictureTooWide: (width: number, height: number) =>
    fieldError(
      'picture_too_large',
      'file',
      `The picture has ${width} × ${height} pixels. Each side may have at most ${WIDGET_IMAGE_LIMITS.side}: make it smaller.`,
    ),
  notReplaceable: (type: SourceType) => new ApiError(400, 'not_replaceable', NOT_REPLACEABLE[type]),
  noSchedule: (kind: 'file' | 'text' | 'page') => new ApiError(400, 'no_schedule', NO_SCHEDULE[kind]),
  notASite: () =>
    new ApiError(400, 'not_a_site', 'This source is not a site and is not crawled. Add its address with "crawl".'),
  tooManyProjects: (most: number) =>
    quotaReached(
      `This account has ${most} projects, as many as this server allows. Delete one, or ask the operator of the server to raise MAX_PROJECTS.`,
    ),
  tooManySources: (most: number) =>
    quotaReached(
      `This project has ${most} sources, as many as it may have. Delete some, or ask the operator of the server for more (MAX_SOURCES, or the project’s quotas).`,
    ),
  tooMuchStored: (most: number) =>
    quotaReached(
      `The sources of this account may have ${formatBytes(most)} together, and would have more. Delete some, or ask the operator of the server to raise MAX_STORED_MB.`,
    ),
  tooMuchInProject: (most: number) =>
    quotaReached(
      `The sources of this project may have ${formatBytes(most)} together, and would have more. Delete some, or ask the operator of the server for more (MAX_PROJECT_MB, or the project’s quotas).`,
    ),
  recipientHasTooManyProjects: (most: number) =>
    quotaReached(
      `The other account has ${most} projects, as many as this server allows. Its owner must delete one, or the operator of the server must raise MAX_PROJECTS.`,
    ),
  tooManyMembers: (most: number) =>
    quotaReached(
      `This project has ${most} members and invitations, as many as a project may have. Remove some, or revoke invitations that are not needed.`,
    ),
  passwordNeeded: () =>
    new ApiError(
      400,
      'password_needed',
      'This account signs in with the provider only. The operator of this server can give it a password with the command "users reset-password".',
    ),
  signInExpired: () =>
    new ApiError(
      400,
      'sign_in_expired',
      'This sign-in was started in another tab, or more than ten minutes ago. Start again.',
    ),
  signInFailed: () =>
    new ApiError(
      400,
      'sign_in_failed',
      'The provider did not sign you in. Try again. If it fails again, ask the operator of this server, whose log says why.',
    ),
  providerUnreachable: () =>
    new ApiError(
      400,
      'provider_unreachable',
      'The provider does not answer. Try again later, or tell the operator of this server, whose log says why.',
    ),
  alreadyMember: () => new ApiError(400, 'already_member', 'This person is a member of the project already.'),
  ownerCannotLeave: () =>
    new ApiError(
      400,
      'owner_cannot_leave',
      'A project needs an owner. Make another member its owner first, or delete the project.',
    ),
  ownerKeepsRole: () =>
    new ApiError(400, 'owner_keeps_role', 'The owner has no other role. Make another member the owner instead.'),
  notTransferable: () =>
    new ApiError(
      400,
      'not_transferable',
      'Only a member whose account can be used can become the owner. Invite the person first.',
      { fields: [{ field: 'user_id', message: 'is not a member, or its account is deactivated' }] },
    ),
  lastOperator: () =>
    new ApiError(
      400,
      'last_operator',
      'Nobody else could operate the server. Make another account an operator first, with the command "users make-operator".',
    ),
  ownAccount: () => new ApiError(400, 'own_account', 'This is your own account. Another operator can deactivate it.'),
  tooManyKeys: (most: number) =>
    quotaReached(`This project has ${most} API keys, as many as a project may have. Delete one that is not used.`),
  tooManyCuratedAnswers: (most: number) =>
    quotaReached(
      `This project has ${most} written answers, as many as a project may have. Delete some that are not used.`,
    ),
  tooManyGoldenQuestions: (most: number) =>
    quotaReached(`This project has ${most} golden questions, as many as a project may have. Delete some.`),
  noGoldenQuestions: () =>
    new ApiError(400, 'no_golden_questions', 'This project has no golden questions. Add one before you check them.'),
  tooManyWebhooks: (most: number) =>
    quotaReached(`This project has ${most} webhooks, as many as a project may have. Delete one that is not used.`),
  webhookPending: () => new ApiError(400, 'delivery_pending', 'This message is already waiting to be sent.'),
  mailOff: () =>
    new ApiError(
      400,
      'mail_off',
      'This server sends no mail. Its operator can set a new password, or set up SMTP_URL.',
    ),
  resetLinkInvalid: () =>
    new ApiError(400, 'reset_link_invalid', 'This link is wrong, has expired, or was used before. Ask for a new one.'),
  handoversOff: () =>
    new ApiError(400, 'handovers_off', 'Questions to this project cannot be handed over to a person.'),
  webhookDisabled: () =>
    new ApiError(400, 'webhook_disabled', 'This webhook is switched off. Switch it on to send messages to it.'),
  oneFile: () => new ApiError(400, 'invalid_body', 'Send exactly one file, in a field named "file".'),
  tooManyFiles: (most: number) =>
    new ApiError(400, 'too_many_files', `At most ${most} files can be sent at once. Send the rest in another request.`),
  filesOrArchive: () =>
    new ApiError(400, 'invalid_body', 'Send files in fields named "files", or one archive in a field named "archive".'),
  notAFile: () => new ApiError(400, 'not_a_file', 'This is a link or a device in the archive, and not a file.'),
  sentTwice: () => new ApiError(400, 'sent_twice', 'Another file of this request has the same external id.'),
  notSent: () => new ApiError(400, 'not_sent', 'This request has no file of this name.'),
  invalidArchive: (sentence: string) => new ApiError(400, 'invalid_archive', sentence),
  jsonRequired: () =>
    new ApiError(400, 'invalid_body', 'Send the body as JSON, with the header "content-type: application/json".'),
  twoCredentials: () =>
    new ApiError(400, 'two_credentials', 'Send one credential: a bearer token or an x-api-key header, not both.'),
  offline: (folder: string) =>
    new ApiError(
      400,
      'offline',
      `This server does not download models (OFFLINE=1). Copy the model's folder from another machine into ${folder}.`,
    ),
  backupsUnsupported: (sentence: string) => new ApiError(400, 'backups_unsupported', sentence),
  backupRunning: () =>
    new ApiError(400, 'backup_running', 'A backup is being made already. Wait until it is done, or stop it.'),
  uploadUnfinished: () =>
    new ApiError(
      400,
      'upload_unfinished',
      'A backup is being uploaded already. Finish that upload or give it up first.',
    ),
  wrongOffset: (received: number) =>
    new ApiError(400, 'wrong_offset', `The upload has ${received} bytes. Go on from there.`, {
      fields: [{ field: 'offset', message: `must be ${received}` }],
    }),
  partTooLarge: () => new ApiError(400, 'part_too_large', 'A part of an upload may have at most 16 MB.'),
  partDamaged: () => fieldError('part_damaged', 'sha256', 'This part has another SHA-256. Send it again.'),
  uploadTooLong: (size: number) =>
    new ApiError(
      400,
      'upload_too_long',
      `With this part, the upload would have more than the ${size} bytes that it was begun for. Give it up, and begin another one.`,
    ),
  uploadIncomplete: (received: number, size: number) =>
    new ApiError(400, 'upload_incomplete', `${received} of ${size} bytes have arrived. Send the rest first.`),
  notABackup: () =>
    new ApiError(400, 'not_a_backup', 'This file is not a backup of Footnote. Nothing of it has been kept.'),
  notSupervised: (command: string) =>
    new ApiError(
      400,
      'not_supervised',
      `Nothing would start this server again, as far as its settings say (SUPERVISED). Restart it on its machine: ${command}`,
    ),
  notExamined: () =>
    new ApiError(
      400,
      'not_examined',
      'Make a dry run of this backup first: it says what a restore would replace. It has to be the last one, and to have found nothing wrong.',
    ),
  noBackupBucket: () =>
    new ApiError(
      400,
      'no_backup_bucket',
      'This server has no bucket for backups. Set BACKUP_S3_ENDPOINT and BACKUP_S3_BUCKET, and restart it.',
    ),
  engineBusy: () =>
    new ApiError(
      400,
      'engine_busy',
      'An engine is being added or removed already. Wait until that is done, or cancel it.',
    ),
  engineInUse: (sentence: string) => new ApiError(400, 'engine_in_use', sentence),
  engineUnavailable: (sentence: string) => new ApiError(400, 'engine_unavailable', sentence),
  modelNotThere: (name: string) =>
    new ApiError(400, 'model_not_there', `The model ${name} is not on the server yet. Download it first.`),
  modelSetElsewhere: (variable: string) =>
    new ApiError(
      400,
      'model_set_elsewhere',
      `The setting ${variable} of the server takes precedence over this choice. Change the setting and restart the server.`,
    ),
  modelUnfit: (sentence: string) => new ApiError(400, 'model_unfit', sentence),
  modelNotLoaded: (seconds: number) =>
    new ApiError(400, 'model_too_slow', `The model did not begin to answer within ${seconds} seconds.`),
  modelTooSlow: (question: string, seconds: number) =>
    new ApiError(
      400,
      'model_too_slow',
      `The model did not answer “${question}” within ${seconds} seconds. Visitors would wait as long.`,
    ),
  modelUnusable: (sentence: string) => new ApiError(400, 'model_unusable', sentence),
  modelServerAddress: (sentence: string) => fieldError('model_server_address', 'url', sentence),
  modelServerUnreachable: (sentence: string) => fieldError('model_server_unreachable', 'url', sentence),
  modelServerCertificate: (sentence: string) => fieldError('model_server_certificate', 'url', sentence),
  modelServerProtocol: (sentence: string) => fieldError('model_server_protocol', 'url', sentence),
  modelServerKey: (sentence: string) => fieldError('model_server_key', 'api_key', sentence),
  modelServerModel: (sentence: string) => fieldError('model_server_model', 'model', sentence),
  modelServerFailed: (sentence: string) => new ApiError(400, 'model_server_failed', sentence),
  // 401
  missingCredentials: () =>
    new ApiError(401, 'missing_credentials', 'This request needs a credential: a bearer token or an x-api-key header.'),
  tokenExpired: () => new ApiError(401, 'token_expired', 'The token has expired. Get a new one.'),
  keyExpired: () => new ApiError(401, 'key_expired', 'The API key has expired. Create a new one in the console.'),
  tokenInvalid: () => new ApiError(401, 'token_invalid', 'The credential is not valid.'),
  tokenRevoked: () => new ApiError(401, 'token_revoked', 'The credential has been revoked. Log in again.'),
  invalidCredentials: () => new ApiError(401, 'invalid_credentials', 'The e-mail address or the password is wrong.'),
  // 403
  secondFactorRequired: () =>
    new ApiError(
      401,
      'second_factor_required',
      'This account also needs a code from its authenticator app, or a recovery code. Send it as "code".',
    ),
  invalidCode: () => new ApiError(401, 'invalid_code', WRONG_CODE),
  wrongCredential: (needed: string) =>
    new ApiError(403, 'wrong_credential', `This credential cannot be used here. Use ${needed}.`),
  hostNotServed: () =>
    new ApiError(
      403,
      'host_not_served',
      'This server listens on its own machine only and is not known by this name. Open it as http://localhost with its port, or set PUBLIC_URL to the address that visitors use.',
    ),
  insufficientScope: (needed: string) =>
    new ApiError(
      403,
      'insufficient_scope',
      `This API key may not do this: it lacks the scope "${needed}". Use a key that has it.`,
    ),
  insufficientRole: (role: string, needed: string) =>
    new ApiError(
      403,
      'insufficient_role',
      `Your role in this project is ${role}, and this needs ${needed === 'owner' ? 'its owner' : 'an editor or the owner'}. Ask the owner.`,
    ),
  invitationVoid: () =>
    new ApiError(
      403,
      'invitation_void',
      'This invitation has been accepted or revoked, or has expired. Ask the person who sent it for a new one.',
    ),
  invitationForOther: () =>
    new ApiError(
      403,
      'invitation_for_other',
      'This invitation is for another e-mail address. Sign in with that account, or ask for an invitation to yours.',
    ),
  accountDeactivated: () =>
    new ApiError(403, 'account_deactivated', 'This account has been deactivated. Ask the operator of this server.'),
  emailNotVerified: () =>
    new ApiError(
      403,
      'email_not_verified',
      'The provider does not say that your e-mail address is verified. Verify it there, and sign in again.',
    ),
  accountExists: () =>
    new ApiError(
      403,
      'account_exists',
      'There is an account with your e-mail address already. Sign in with its password, and link the provider on the Account page.',
    ),
  passwordSignInOff: () =>
    new ApiError(
      403,
      'password_sign_in_off',
      'On this server, people sign in with the provider and not with passwords.',
    ),
  tooManyMails: (seconds: number) =>
    new ApiError(
      429,
      'rate_limited',
      `Too many mails were sent to this address, from your account or of this project. Try again in ${inWords(seconds)}, or make an invitation without an address and send its link yourself.`,
      { retryAfter: seconds },
    ),
  /** For somebody who wants to link it to a second account. */
  identityTaken: () =>
    new ApiError(403, 'identity_taken', 'This sign-in belongs to another account of this server already.'),
  /** For somebody whose account has another one. */
  otherIdentityLinked: () =>
    new ApiError(
      403,
      'identity_taken',
      'Another sign-in of the provider is linked to this account. Unlink it first, on the Account page.',
    ),
  /** For somebody with the address of an account that another person of the provider signs in to. */
  accountOfAnother: () =>
    new ApiError(
      403,
      'identity_taken',
      `The account with your e-mail address belongs to another person of this provider. If it should be yours, ask the operator of this server, who can unlink it: on the page Users of the console, or with “${commandLine('users unlink EMAIL')}”.`,
    ),
  addressNotAllowed: (address: string) =>
    new ApiError(
      403,
      'address_not_allowed',
      `This API key may not be used from ${address}. Its owner has named the addresses from which it may.`,
    ),
  originNotAllowed: () =>
    new ApiError(
      403,
      'origin_not_allowed',
      "This page's origin is not among the project's allowed origins. Its owner can add it.",
    ),
  operatorRequired: () => new ApiError(403, 'operator_required', 'Only the operator of the server may do this.'),
  confirmationRequired: () =>
    new ApiError(
      403,
      'confirmation_required',
      'This needs a password that was given within the last 10 minutes. Send it to POST /v1/auth/confirm, or log in again; then repeat the request.',
    ),
  setupTokenRequired: () =>
    new ApiError(
      403,
      'setup_token_required',
      'The first account of a server needs the setup link that the server printed when it started. The command "setup-link" prints it again.',
    ),
  registrationClosed: () => new ApiError(403, 'registration_closed', 'Registration is closed on this server.'),
  // 404
  notFound: () => new ApiError(404, 'not_found', 'This does not exist, or you do not have access to it.'),
  answerNotFound: () =>
    new ApiError(404, 'not_found', 'This answer does not exist, was not kept, or you do not have access to it.'),
  notKept: (what: 'answer' | 'conversation') =>
    new ApiError(404, 'not_kept', `The server could not keep this ${what}, as its disk was full (kept: false).`),
  linkExpired: () =>
    new ApiError(404, 'not_found', 'This link has expired, or the passage has been deleted. Ask again for a new link.'),
  // 429
  rateLimited: (seconds: number) =>
    new ApiError(429, 'rate_limited', `Too many requests. Try again in ${inWords(seconds)}.`, { retryAfter: seconds }),
  loginThrottled: (seconds: number) =>
    new ApiError(429, 'login_throttled', `Too many failed logins. Try again in ${inWords(seconds)}.`, {
      retryAfter: seconds,
    }),
  inProgress: (seconds: number) =>
    new ApiError(429, 'in_progress', `This is already in progress. Try again in ${inWords(seconds)}.`, {
      retryAfter: seconds,
    }),
  /** `ownerMessage` is empty if the owner has not set one. */
  budgetExhausted: (ownerMessage: string, seconds: number) =>
    new ApiError(
      429,
      'budget_exhausted',
      ownerMessage || `The limit of questions for today has been reached. Try again in ${inWords(seconds)}.`,
      { retryAfter: seconds, ownerMessage },
    ),
  tooManyQuestions: (most: number, seconds: number) =>
    new ApiError(
      429,
      'quota_reached',
      `This project has been asked ${most} questions today, as many as it may be. Ask again in ${inWords(seconds)}, or ask the operator of the server for more (MAX_DAILY_QUESTIONS, or the project’s quotas).`,
      { retryAfter: seconds },
    ),
  busy: (seconds: number) =>
    new ApiError(429, 'busy', 'The server is busy with other questions. Try again shortly.', { retryAfter: seconds }),
  stopping: () =>
    new ApiError(429, 'stopping', 'The server is stopping or restarting. Ask again in a moment.', {
      retryAfter: 5,
    }),
  // 500
  internal: () =>
    new ApiError(
      500,
      'internal_error',
      'Something went wrong on the server. The request id identifies the error in the log.',
    ),
  answererUnavailable: () =>
    new ApiError(
      500,
      'answerer_unavailable',
      'The model that writes the answers cannot be reached or does not work. Try again in a moment.',
    ),
  answerEmpty: () =>
    new ApiError(
      500,
      'answer_empty',
      'The model that writes the answers returned nothing. Try again. If this happens repeatedly, the operator of the server should check the model.',
    ),
  answerCutOff: () =>
    new ApiError(
      500,
      'answer_cut_off',
      'The model that writes the answers reached its token limit before it began the answer. Ask a simpler question. The operator of the server can choose a model that thinks less, or turn its thinking off.',
    ),
  embedderUnavailable: () =>
    new ApiError(
      500,
      'embedder_unavailable',
      'The model that the search needs cannot be reached or does not work. Try again in a moment.',
    ),
  databaseUnavailable: () =>
    new ApiError(500, 'database_unavailable', 'The database cannot be reached at the moment. Try again shortly.'),
  noRoomForBackup: (needed: number, free: number) =>
    new ApiError(
      500,
      'storage_full',
      `The backup needs ${formatBytes(needed)} of free space on the server, and ${formatBytes(free)} are free. Free some, or set BACKUP_DIR to another disk.`,
    ),
  storageFull: () =>
    new ApiError(500, 'storage_full', 'The server has no disk space left to store this. Its operator must free some.'),
} as const;
