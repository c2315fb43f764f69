import type { WidgetToken } from '@footnote/sdk/contract';

/** All times are in seconds. */
export function presentWidgetToken(minted: { token: string; expiresIn: number; visitorId: string }): WidgetToken {
  return { token: minted.token, token_type: 'bearer', expires_in: minted.expiresIn, visitor_id: minted.visitorId };
}
