import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { isWithoutControls } from '../platform/text/names.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { presentWidgetToken } from '../presenters/widget-token.ts';
import type { WidgetTokenService } from '../services/widget-tokens.ts';

/** The owner's own id for a visitor. */
const visitorId = z.string().min(1).max(128).refine(isWithoutControls, 'must not hold control characters');

const create = shape(
  'CreateWidgetTokenRequest',
  'The visitor and the limits of a new widget token.',
  z.strictObject({
    project_id: z.string().max(200).exactOptional(),
    origin: z.string().max(300).exactOptional(),
    visitor_id: visitorId.exactOptional(),
    expires_in: z.number().int().min(60).max(86_400).exactOptional(),
    trace: z.boolean().exactOptional(),
  }),
).optional();

/** Widget tokens: minted with an API key, by the owner or by a page of a public project, or renewed. */
export function widgetTokenRoutes({ widgetTokens }: { widgetTokens: WidgetTokenService }): Routes {
  const routes = createRoutes('/v1/tokens');

  routes.post(
    '/widget',
    guard(
      {
        name: 'widget-tokens.create',
        accepts: ['none', 'user', 'key', 'widget'],
        role: 'viewer',
        scope: 'ask',
        acceptsExpired: true,
        limit: 'general',
        crossOrigin: true,
        body: create,
        bodySize: 'small',
        answers: [200, 404],
      },
      async ({ credential, origin, body }) => {
        const minted = await widgetTokens.mint(credential, origin, body ?? {});
        return { status: 200, body: presentWidgetToken(minted) };
      },
    ),
  );

  return routes;
}
