import { createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

const ISSUER = 'footnote';
const ALGORITHM = 'HS256';
/** Longer than any token that we sign. */
const MAX_TOKEN_LENGTH = 4096;

const base = { iss: z.literal(ISSUER), iat: z.number().int(), exp: z.number().int(), jti: z.string() };
const userClaims = z.object({
  ...base,
  aud: z.literal('user'),
  sub: z.string(),
  epoch: z.number().int(),
  /** The session that the token belongs to. Tokens of before there were sessions have none. */
  sid: z.string().exactOptional(),
});
const minter = {
  /** The member who minted it, with the epoch of the account then. */
  by: z.string().exactOptional(),
  by_epoch: z.number().int().exactOptional(),
  /** The API key that minted it, with the beginning of the hash of its secret. */
  key: z.string().exactOptional(),
  key_secret: z.string().exactOptional(),
};
const widgetClaims = z.object({
  ...base,
  aud: z.literal('widget'),
  sub: z.string(),
  pid: z.string(),
  org: z.string().nullable(),
  epoch: z.number().int(),
  /** When the first token of this chain of renewals was minted. */
  auth_time: z.number().int(),
  /** Answers to its questions are stored with a trace. */
  trace: z.literal(true).exactOptional(),
  ...minter,
  /** That member named the visitor, which only the owner may. */
  named: z.literal(true).exactOptional(),
});
const passageClaims = z.object({
  ...base,
  aud: z.literal('passage'),
  pid: z.string(),
  sid: z.string(),
  cid: z.string(),
  quote: z.tuple([z.number().int(), z.number().int()]),
  /** For somebody who may read the source, as long as they may: shows all of it. */
  whole: z.literal(true).exactOptional(),
  ...minter,
});

/** All times in claims are epoch seconds. */
export type UserClaims = z.infer<typeof userClaims>;
export type WidgetClaims = z.infer<typeof widgetClaims>;
export type PassageClaims = z.infer<typeof passageClaims>;
export type MinterClaims = Pick<WidgetClaims, keyof typeof minter>;
type Issued = 'iss' | 'aud' | 'iat' | 'exp' | 'jti';

/** Signs and verifies every JSON web token of this server. Each kind has its own key, derived from the one secret. */
export type Tokens = ReturnType<typeof createTokens>;

/** `secret`: at least 32 bytes. */
export function createTokens({ secret, now }: { secret: string; now: () => number }) {
  // jsonwebtoken takes 40 times longer with a string than with a KeyObject (design: performance, §1).
  const keyFor = (kind: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `footnote ${kind} token`, 32)));
  const keys = { user: keyFor('user'), widget: keyFor('widget'), passage: keyFor('passage') };
  type Kind = keyof typeof keys;

  function sign(kind: Kind, claims: Record<string, unknown>, lifetimeSeconds: number): string {
    const iat = Math.floor(now() / 1000);
    return jwt.sign(
      { ...claims, iss: ISSUER, aud: kind, iat, exp: iat + lifetimeSeconds, jti: randomUUID() },
      keys[kind],
      { algorithm: ALGORITHM },
    );
  }

  function verify<Claims>(kind: Kind, token: string, schema: z.ZodType<Claims>): Claims | null {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    try {
      const options: jwt.VerifyOptions = {
        algorithms: [ALGORITHM],
        audience: kind,
        issuer: ISSUER,
        ignoreExpiration: true,
      };
      return schema.parse(jwt.verify(token, keys[kind], options));
    } catch {
      return null;
    }
  }

  return {
    signUser: (claims: Omit<UserClaims, Issued>, lifetimeSeconds: number): string =>
      sign('user', claims, lifetimeSeconds),
    signWidget: (claims: Omit<WidgetClaims, Issued>, lifetimeSeconds: number): string =>
      sign('widget', claims, lifetimeSeconds),
    signPassage: (claims: Omit<PassageClaims, Issued>, lifetimeSeconds: number): string =>
      sign('passage', claims, lifetimeSeconds),
    /** The claims of a user or widget token with a good signature, expired or not; null for anything else. */
    verifyBearer: (token: string): UserClaims | WidgetClaims | null =>
      verify('user', token, userClaims) ?? verify('widget', token, widgetClaims),
    /** The claims of a passage link with a good signature that has not expired; null for anything else. */
    verifyPassage(token: string): PassageClaims | null {
      const claims = verify('passage', token, passageClaims);
      return claims && claims.exp * 1000 > now() ? claims : null;
    },
    /** The same, expired or not. */
    readPassage: (token: string): PassageClaims | null => verify('passage', token, passageClaims),
  };
}
