import type { AccessToken, ProviderSignIn as Begun, ProviderLink } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { accessToken, providerLink, providerSignInBegun } from '../../presenters/accounts.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import type { ProviderSignIn } from '../../services/accounts/provider-sign-in.ts';
import { ACCESS_TOKEN_SECONDS } from '../../services/accounts/sessions.ts';
import { invitationToken } from './invitations.ts';

const answer = {
  flow: field(z.string().min(1).max(2000), 'What `POST /v1/auth/provider/begin` has returned.', 'q1Zk…'),
  response: field(
    z.string().min(1).max(8000),
    'The query string with which the provider has sent the browser back.',
    'code=SplxlOBe&state=af0ifjsldkj',
  ),
};
const signIn = shape('ProviderSignInRequest', 'What the browser has brought back from the provider.', {
  ...answer,
  invitation: optional(
    invitationToken,
    'The token of an invitation, for somebody new.',
    'tSx0pQ7vK2mWcR9dLj4hYb8nFg5aZe1uXi6oTk3qPrM',
  ),
});
const link = shape('LinkProviderRequest', 'What the browser has brought back from the provider.', answer);

/** Sign-in with an OpenID Connect provider. */
export function providerRoutes({ providerSignIn }: { providerSignIn: ProviderSignIn }): Routes {
  const routes = createRoutes('/v1/auth/provider');
  const open = { tag: 'Accounts', accepts: ['none'], limit: 'general', bodySize: 'small' } as const;
  const own = { tag: 'Accounts', accepts: ['user'], limit: 'general' } as const;
  const nothing = z.strictObject({}).optional();

  routes.post(
    '/begin',
    {
      ...open,
      name: 'provider.begin',
      summary: 'Begin to sign in with the provider',
      description:
        'Needs no credential, and 404 without a provider. The browser goes to `url`, signs in there, and comes back to `/login/provider` of the server. Only the browser that has `flow` can use the answer.',
      sdk: {
        method: 'auth.provider.begin',
        says: 'Returns the address of the provider’s page, to which the browser goes, and `flow`, which it keeps until it comes back to `/login/provider` of the server. Needs no credential.',
        example: 'const { url, flow } = await guest.auth.provider.begin();',
        once: true,
      },
      body: nothing,
      answers: { 200: providerSignInBegun },
      fails: [404],
    },
    async () => ({ status: 200, body: (await providerSignIn.begin()) satisfies Begun }),
  );

  routes.post(
    '/sign-in',
    {
      ...open,
      name: 'provider.sign-in',
      summary: 'Sign in with the provider',
      description:
        'Returns a user token. Somebody new gets an account if the settings of the server allow it, or with an `invitation`. The e-mail address must be verified. If there is an account with a password for it, fails with `account_exists`: its owner links the provider first. Needs no code of a second factor, which is the provider’s to ask for.',
      sdk: {
        method: 'auth.provider.signIn',
        says: 'Returns a user token. `response` is the query string with which the browser came back.',
        example: 'const { access_token } = await guest.auth.provider.signIn({ flow, response });',
        once: true,
      },
      body: signIn,
      answers: { 200: accessToken },
      fails: [403, 404],
    },
    async ({ body, address, header }) => {
      const device = { address, userAgent: header('user-agent') };
      const access_token = await providerSignIn.signIn(body, device);
      const token: AccessToken = { access_token, token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS };
      return { status: 200, body: token };
    },
  );

  routes.get(
    '/',
    {
      ...own,
      name: 'provider.retrieve',
      summary: 'Check whether the provider is linked',
      sdk: {
        method: 'auth.provider.retrieve',
        says: "Retrieves whether somebody of the provider can sign in to the client's own account.",
        example: 'const { linked } = await owner.auth.provider.retrieve();',
      },
      answers: { 200: providerLink },
      fails: [404],
    },
    async ({ credential }) => ({
      status: 200,
      body: { linked: await providerSignIn.isLinked(credential) } satisfies ProviderLink,
    }),
  );

  routes.post(
    '/link',
    {
      ...own,
      name: 'provider.link',
      audited: true,
      summary: 'Link the provider',
      description:
        'From then on, the person who has just signed in there signs in to your account. Needs a fresh password (`POST /v1/auth/confirm`). Fails with `identity_taken` if it is another account already.',
      sdk: {
        method: 'auth.provider.link',
        says: "Links the client's own account to the person who has just signed in at the provider.",
        example: 'await owner.auth.provider.link({ flow, response });',
        once: true,
      },
      body: link,
      bodySize: 'small',
      answers: { 200: providerLink },
      fails: [404],
    },
    async ({ credential, body }) => {
      await providerSignIn.link(credential, body);
      return { status: 200, body: { linked: true } satisfies ProviderLink };
    },
  );

  routes.delete(
    '/',
    {
      ...own,
      name: 'provider.unlink',
      audited: true,
      summary: 'Unlink the provider',
      description:
        'Needs a fresh password (`POST /v1/auth/confirm`), and fails with `password_needed` if the account has none.',
      sdk: {
        method: 'auth.provider.unlink',
        says: 'Removes the link. The account must have a password.',
        once: true,
      },
      answers: { 200: providerLink },
      fails: [404],
    },
    async ({ credential }) => {
      await providerSignIn.unlink(credential);
      return { status: 200, body: { linked: false } satisfies ProviderLink };
    },
  );

  return routes;
}
