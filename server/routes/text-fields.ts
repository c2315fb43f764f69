import { z } from 'zod';
import { hasInvisibleCharacters, normalizeEmail } from '../platform/text/email-address.ts';
import { isOneLine } from '../platform/text/names.ts';

/** An e-mail address as somebody types it, in the form in which it is stored and compared. */
export const email = z.string().overwrite(normalizeEmail).max(254);

/** One that becomes an account’s, or to which an invitation is bound. */
export const newEmail = email
  .pipe(z.email({ pattern: z.regexes.unicodeEmail, error: 'is not an e-mail address' }))
  .refine((text) => !hasInvisibleCharacters(text), 'must not contain invisible characters');

/** The schema of names and titles: one line without control characters, which mails, lists and logs show as it is. */
export const oneLine = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine(isOneLine, 'must be one line, without control characters and marks that change the direction of the text');
