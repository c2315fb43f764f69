import type { WidgetToken } from '@footnote/sdk/contract';
import { z } from 'zod';
import { count, id, shape, text } from './shape.ts';

/** The JSON Web Token of the examples. It has the form of a token but is not valid. */
const TOKEN = 'eyJhbGciOi….eyJpc3MiOi….SflKxwRJ…';

export const widgetToken = shape(
  'WidgetToken',
  'A token for one visitor’s browser.',
  z.strictObject({
    token: text('Send it as `Authorization: Bearer …`.', TOKEN),
    token_type: z.literal('bearer'),
    expires_in: count('Seconds until it expires.', 3600),
    visitor_id: id('vis', 'The visitor whose conversations the token gives access to.'),
  }),
);

/** All times are in seconds. */
export function presentWidgetToken(minted: { token: string; expiresIn: number; visitorId: string }): WidgetToken {
  return { token: minted.token, token_type: 'bearer', expires_in: minted.expiresIn, visitor_id: minted.visitorId };
}
