import type { RecoveryCodes, SecondFactorSetup } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentSecondFactor } from '../presenters/second-factor.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { Accounts } from '../services/accounts.ts';
import { requireConfirmation } from '../services/confirmation.ts';
import type { SecondFactorService } from '../services/second-factor.ts';

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = z.string().trim().min(1).max(100);

const enable = shape(
  'EnableSecondFactorRequest',
  'A code of the authenticator app, as a proof that it knows the secret.',
  z.strictObject({ code: secondFactorCode }),
);

interface Deps {
  accounts: Accounts;
  secondFactor: SecondFactorService;
  now: () => number;
}

/** The second factor of one's own account. */
export function secondFactorRoutes({ accounts, secondFactor, now }: Deps): Routes {
  const routes = createRoutes('/v1/auth/second-factor');
  const own = { accepts: ['user'], limit: 'general', answers: [200] } as const;
  const nothing = z.strictObject({}).optional();

  routes.get(
    '/',
    guard({ ...own, name: 'second-factor.retrieve' }, async ({ credential }) => {
      return { status: 200, body: presentSecondFactor(await secondFactor.state(credential.userId)) };
    }),
  );

  routes.post(
    '/',
    guard(
      { ...own, name: 'second-factor.set-up', audited: true, body: nothing, bodySize: 'small' },
      async ({ credential }) => {
        requireConfirmation(credential, now());
        const user = await accounts.retrieve(credential);
        return { status: 200, body: (await secondFactor.setUp(user)) satisfies SecondFactorSetup };
      },
    ),
  );

  routes.post(
    '/enable',
    guard(
      { ...own, name: 'second-factor.enable', audited: true, body: enable, bodySize: 'small' },
      async ({ credential, body }) => {
        const recovery_codes = await accounts.enableSecondFactor(credential, body.code);
        return { status: 200, body: { recovery_codes } satisfies RecoveryCodes };
      },
    ),
  );

  routes.post(
    '/recovery-codes',
    guard(
      { ...own, name: 'second-factor.renew-recovery-codes', audited: true, body: nothing, bodySize: 'small' },
      async ({ credential }) => {
        requireConfirmation(credential, now());
        const recovery_codes = await secondFactor.renewRecoveryCodes(credential.userId);
        return { status: 200, body: { recovery_codes } satisfies RecoveryCodes };
      },
    ),
  );

  routes.delete(
    '/',
    guard({ ...own, name: 'second-factor.disable', audited: true }, async ({ credential }) => {
      requireConfirmation(credential, now());
      await secondFactor.disable(credential.userId);
      return { status: 200, body: presentSecondFactor({ enabledAt: null, recoveryCodesLeft: 0 }) };
    }),
  );

  return routes;
}
