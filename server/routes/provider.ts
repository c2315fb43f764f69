import type { AccessToken, ProviderSignIn as Begun, ProviderLink } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { ProviderSignIn } from '../services/provider-sign-in.ts';
import { ACCESS_TOKEN_SECONDS } from '../services/sessions.ts';
import { invitationToken } from './invitations.ts';

const answer = { flow: z.string().min(1).max(2000), response: z.string().min(1).max(8000) };
const signIn = shape(
  'ProviderSignInRequest',
  'What the browser has brought back from the provider.',
  z.strictObject({ ...answer, invitation: invitationToken.exactOptional() }),
);
const link = shape(
  'LinkProviderRequest',
  'What the browser has brought back from the provider.',
  z.strictObject(answer),
);

/** Sign-in with an OpenID Connect provider. */
export function providerRoutes({ providerSignIn }: { providerSignIn: ProviderSignIn }): Routes {
  const routes = createRoutes('/v1/auth/provider');
  const open = { accepts: ['none'], limit: 'general', bodySize: 'small' } as const;
  const own = { accepts: ['user'], limit: 'general', answers: [200, 404] } as const;
  const nothing = z.strictObject({}).optional();

  routes.post(
    '/begin',
    guard({ ...open, name: 'provider.begin', body: nothing, answers: [200, 404] }, async () => {
      return { status: 200, body: (await providerSignIn.begin()) satisfies Begun };
    }),
  );

  routes.post(
    '/sign-in',
    guard(
      { ...open, name: 'provider.sign-in', body: signIn, answers: [200, 403, 404] },
      async ({ body, address, header }) => {
        const device = { address, userAgent: header('user-agent') };
        const access_token = await providerSignIn.signIn(body, device);
        const token: AccessToken = { access_token, token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS };
        return { status: 200, body: token };
      },
    ),
  );

  routes.get(
    '/',
    guard({ ...own, name: 'provider.retrieve' }, async ({ credential }) => {
      return { status: 200, body: { linked: await providerSignIn.isLinked(credential) } satisfies ProviderLink };
    }),
  );

  routes.post(
    '/link',
    guard(
      { ...own, name: 'provider.link', audited: true, body: link, bodySize: 'small' },
      async ({ credential, body }) => {
        await providerSignIn.link(credential, body);
        return { status: 200, body: { linked: true } satisfies ProviderLink };
      },
    ),
  );

  routes.delete(
    '/',
    guard({ ...own, name: 'provider.unlink', audited: true }, async ({ credential }) => {
      await providerSignIn.unlink(credential);
      return { status: 200, body: { linked: false } satisfies ProviderLink };
    }),
  );

  return routes;
}
