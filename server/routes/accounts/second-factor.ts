import type { RecoveryCodes, SecondFactorSetup } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { presentSecondFactor, recoveryCodes, secondFactorSetup, secondFactorState } from '../../presenters/accounts.ts';
import { field, shape } from '../../presenters/shape.ts';
import { requireConfirmation } from '../../services/access/confirmation.ts';
import type { Accounts } from '../../services/accounts/accounts.ts';
import type { SecondFactorService } from '../../services/accounts/second-factor.ts';

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = z.string().trim().min(1).max(100);

const enable = shape(
  'EnableSecondFactorRequest',
  'A code of the authenticator app, as a proof that it knows the secret.',
  { code: field(secondFactorCode, 'A code of the authenticator app.', '492039') },
);

interface Deps {
  accounts: Accounts;
  secondFactor: SecondFactorService;
  now: () => number;
}

/** The second factor of one's own account. */
export function secondFactorRoutes({ accounts, secondFactor, now }: Deps): Routes {
  const routes = createRoutes('/v1/auth/second-factor');
  const own = { tag: 'Accounts', accepts: ['user'], limit: 'general' } as const;
  const nothing = z.strictObject({}).optional();

  routes.get(
    '/',
    {
      ...own,
      name: 'second-factor.retrieve',
      summary: 'Retrieve your second factor',
      sdk: {
        method: 'auth.secondFactor.retrieve',
        says: 'Says whether logging in needs a code, and how many recovery codes are left.',
        example: 'const { enabled, recovery_codes_left } = await owner.auth.secondFactor.retrieve();',
      },
      answers: { 200: secondFactorState },
    },
    async ({ credential }) => ({
      status: 200,
      body: presentSecondFactor(await secondFactor.state(credential.userId)),
    }),
  );

  routes.post(
    '/',
    {
      ...own,
      name: 'second-factor.set-up',
      audited: true,
      summary: 'Set up a second factor',
      description:
        'Makes a secret for an authenticator app (TOTP: SHA-1, 6 digits, 30 seconds). It counts once it is enabled with a code. Needs a fresh password (`POST /v1/auth/confirm`).',
      sdk: {
        method: 'auth.secondFactor.setUp',
        says: 'Makes a secret for an authenticator app: show `uri` as a QR code. It counts once `enable` has got a code of it. Needs a fresh password (`auth.confirm`).',
        example: 'const { uri, secret } = await owner.auth.secondFactor.setUp();',
        once: true,
      },
      body: nothing,
      bodySize: 'small',
      answers: { 200: secondFactorSetup },
    },
    async ({ credential }) => {
      requireConfirmation(credential, now());
      const user = await accounts.retrieve(credential);
      return { status: 200, body: (await secondFactor.setUp(user)) satisfies SecondFactorSetup };
    },
  );

  routes.post(
    '/enable',
    {
      ...own,
      name: 'second-factor.enable',
      audited: true,
      summary: 'Enable the second factor',
      description: 'From now on, logging in needs a code. Returns ten recovery codes for when the app is lost.',
      sdk: {
        method: 'auth.secondFactor.enable',
        says: 'Turns the second factor on, with a code of the app. Returns the recovery codes, which are shown only here.',
        example: [
          'const code = authenticatorCode((await owner.auth.secondFactor.setUp()).secret);',
          'const { recovery_codes } = await owner.auth.secondFactor.enable({ code });',
          '// Logging in, and giving the password once more, need a code from now on.',
          "const [first = '', second = ''] = recovery_codes;",
          "const { access_token } = await guest.auth.login({ email: 'owner@example.com', password, code: first });",
          'await owner.auth.confirm({ password, code: second });',
        ],
        once: true,
      },
      body: enable,
      bodySize: 'small',
      answers: { 200: recoveryCodes },
    },
    async ({ credential, body }) => {
      const recovery_codes = await accounts.enableSecondFactor(credential, body.code);
      return { status: 200, body: { recovery_codes } satisfies RecoveryCodes };
    },
  );

  routes.post(
    '/recovery-codes',
    {
      ...own,
      name: 'second-factor.renew-recovery-codes',
      audited: true,
      summary: 'Renew the recovery codes',
      description: 'Returns ten new codes; the former ones are void. Needs a fresh password (`POST /v1/auth/confirm`).',
      sdk: {
        method: 'auth.secondFactor.renewRecoveryCodes',
        says: 'Replaces the recovery codes by ten new ones. Needs a fresh password (`auth.confirm`).',
        example: 'const { recovery_codes } = await owner.auth.secondFactor.renewRecoveryCodes();',
        once: true,
      },
      body: nothing,
      bodySize: 'small',
      answers: { 200: recoveryCodes },
    },
    async ({ credential }) => {
      requireConfirmation(credential, now());
      const recovery_codes = await secondFactor.renewRecoveryCodes(credential.userId);
      return { status: 200, body: { recovery_codes } satisfies RecoveryCodes };
    },
  );

  routes.delete(
    '/',
    {
      ...own,
      name: 'second-factor.disable',
      audited: true,
      summary: 'Turn off the second factor',
      description: 'The secret and the recovery codes are deleted. Needs a fresh password (`POST /v1/auth/confirm`).',
      sdk: {
        method: 'auth.secondFactor.disable',
        says: 'Turns the second factor off. Needs a fresh password (`auth.confirm`).',
        once: true,
      },
      answers: { 200: secondFactorState },
    },
    async ({ credential }) => {
      requireConfirmation(credential, now());
      await secondFactor.disable(credential.userId);
      return { status: 200, body: presentSecondFactor({ enabledAt: null, recoveryCodesLeft: 0 }) };
    },
  );

  return routes;
}
