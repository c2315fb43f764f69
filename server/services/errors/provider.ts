import { ApiError, always, examplesOf } from '../../platform/errors.ts';
import { commandLine } from '../../platform/program/command-line.ts';

/** Signing in with a provider. */
export const providerErrors = {
  passwordNeeded: always(
    400,
    'password_needed',
    'This account signs in with the provider only. The operator of this server can give it a password with the command "users reset-password".',
  ),
  signInExpired: always(
    400,
    'sign_in_expired',
    'This sign-in was started in another tab, or more than ten minutes ago. Start again.',
  ),
  signInFailed: always(
    400,
    'sign_in_failed',
    'The provider did not sign you in. Try again. If it fails again, ask the operator of this server, whose log says why.',
  ),
  providerUnreachable: always(
    400,
    'provider_unreachable',
    'The provider does not answer. Try again later, or tell the operator of this server, whose log says why.',
  ),
  emailNotVerified: always(
    403,
    'email_not_verified',
    'The provider does not say that your e-mail address is verified. Verify it there, and sign in again.',
  ),
  accountExists: always(
    403,
    'account_exists',
    'There is an account with your e-mail address already. Sign in with its password, and link the provider on the Account page.',
  ),
  passwordSignInOff: always(
    403,
    'password_sign_in_off',
    'On this server, people sign in with the provider and not with passwords.',
  ),
  /** For somebody whose account has another one. */
  otherIdentityLinked: always(
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
};

export const providerExamples = examplesOf(providerErrors, {});
