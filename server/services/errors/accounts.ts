import { ApiError, always, examplesOf, inWords } from '../../platform/errors.ts';

const WRONG_CODE = 'The code is wrong, has expired, or was used before. Wait for the next one.';

/** Accounts: passwords, second factors and operators. */
export const accountErrors = {
  emailTaken: always(400, 'email_taken', 'An account with this e-mail address already exists.'),
  invalidCredentials: always(401, 'invalid_credentials', 'The e-mail address or the password is wrong.'),
  loginThrottled: (seconds: number) =>
    new ApiError(429, 'login_throttled', `Too many failed logins. Try again in ${inWords(seconds)}.`, {
      retryAfter: seconds,
    }),
  wrongPassword: (field: 'password' | 'current_password') =>
    new ApiError(400, 'wrong_password', 'The current password is wrong.', {
      fields: [{ field, message: 'is wrong' }],
    }),
  codeRequired: always(400, 'second_factor_required', 'This account also needs a code from its authenticator app.', {
    fields: [{ field: 'code', message: 'is required' }],
  }),
  secondFactorRequired: always(
    401,
    'second_factor_required',
    'This account also needs a code from its authenticator app, or a recovery code. Send it as "code".',
  ),
  wrongCode: always(400, 'wrong_code', WRONG_CODE, {
    fields: [{ field: 'code', message: 'is wrong or was used before' }],
  }),
  invalidCode: always(401, 'invalid_code', WRONG_CODE),
  secondFactorEnabled: always(
    400,
    'second_factor_enabled',
    'The second factor is on already. Turn it off to set up another one.',
  ),
  noSecondFactor: always(400, 'no_second_factor', 'The account has no second factor. Set one up first.'),
  accountDeactivated: always(
    403,
    'account_deactivated',
    'This account has been deactivated. Ask the operator of this server.',
  ),
  setupTokenRequired: always(
    403,
    'setup_token_required',
    'The first account of a server needs the setup link that the server printed when it started. The command "setup-link" prints it again.',
  ),
  registrationClosed: always(403, 'registration_closed', 'Registration is closed on this server.'),
  mailOff: always(
    400,
    'mail_off',
    'This server sends no mail. Its operator can set a new password, or set up SMTP_URL.',
  ),
  resetLinkInvalid: always(
    400,
    'reset_link_invalid',
    'This link is wrong, has expired, or was used before. Ask for a new one.',
  ),
  lastOperator: always(
    400,
    'last_operator',
    'No one else could operate the server. Make another account an operator first, with the command "users make-operator".',
  ),
  ownAccount: always(400, 'own_account', 'This is your own account. Another operator can deactivate it.'),
};

export const accountExamples = examplesOf(accountErrors, { loginThrottled: [4], wrongPassword: ['current_password'] });
