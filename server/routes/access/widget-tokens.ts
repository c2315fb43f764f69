import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { isWithoutControls } from '../../platform/text/names.ts';
import { presentWidgetToken, widgetToken } from '../../presenters/accounts.ts';
import { flag, optional, shape } from '../../presenters/shape.ts';
import type { WidgetTokenService } from '../../services/access/widget-tokens.ts';

/** The owner's own id for a visitor. */
const visitorId = z.string().min(1).max(128).refine(isWithoutControls, 'must not hold control characters');

const create = shape('CreateWidgetTokenRequest', 'The visitor and the limits of a new widget token.', {
  project_id: optional(
    z.string().max(200),
    'The project. Not needed with an API key or a widget token.',
    'proj_4YHhQ0V2b7c9D1kLmN3pqR',
  ),
  origin: optional(
    z.string().max(300),
    'Binds the token to one of the project’s allowed origins.',
    'https://docs.example.com',
  ),
  visitor_id: optional(
    visitorId,
    'Your own id for the visitor, in whose name the token reads, deletes and rates. Only with an API key or as the owner (403 `insufficient_role` for other members); such a token ends when its maker is no longer the owner.',
    'customer-42',
  ),
  expires_in: optional(z.number().int().min(60).max(86_400), 'The lifetime in seconds, 60 to 86400.', 3600),
  trace: flag(
    'Store with every answer how it was made (`GET …/messages/{id}/trace`). Only as a member; without `visitor_id`, the token is then for the member’s own conversations. With `origin`, the token is valid for that origin only, which need not be listed.',
    false,
  ).exactOptional(),
}).optional();

/** Widget tokens: minted with an API key, by the owner or by a page of a public project, or renewed. */
export function widgetTokenRoutes({ widgetTokens }: { widgetTokens: WidgetTokenService }): Routes {
  const routes = createRoutes('/v1/tokens');

  routes.post(
    '/widget',
    {
      name: 'widget-tokens.create',
      accepts: ['none', 'user', 'key', 'widget'],
      role: 'viewer',
      scope: 'ask',
      limit: 'general',
      crossOrigin: true,
      acceptsExpired: true,
      tag: 'Widget',
      summary: 'Create a widget token for a visitor’s browser',
      description:
        'Send an API key from your backend; or, as a member, a user token and `project_id`; or, from a page on an allowed origin of a `public` project, only `project_id`; or a widget token, to renew it for the same visitor.',
      sdk: {
        method: 'widgetTokens.create',
        says: "Mints a widget token. Needs an API key, a member's token and `project_id`, or no credential on a page of a public project. A valid widget token can renew itself.",
        example:
          "const { token } = await client.widgetTokens.create({ visitor_id: 'customer-17', origin: 'https://www.example.com' });",
      },
      body: create,
      bodySize: 'small',
      answers: { 200: widgetToken },
      fails: [404],
    },
    async ({ credential, origin, body }) => {
      const minted = await widgetTokens.mint(credential, origin, body ?? {});
      return { status: 200, body: presentWidgetToken(minted) };
    },
  );

  return routes;
}
