import { z } from 'zod';
import { hasInvisibleCharacters, normalizeEmail } from '../../platform/text/email-address.ts';

/** An e-mail address as somebody types it, in the form in which it is stored and compared. */
export const email = z.string().overwrite(normalizeEmail).max(254);

/** One that becomes an account’s, or to which an invitation is bound. */
export const newEmail = email
  .pipe(z.email({ pattern: z.regexes.unicodeEmail, error: 'is not an e-mail address' }))
  .refine((text) => !hasInvisibleCharacters(text), 'must not contain invisible characters');
