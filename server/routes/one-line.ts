import { z } from 'zod';
import { isOneLine } from '../platform/text/names.ts';

/** The schema of names and titles: one line without control characters, which mails, lists and logs show as it is. */
export const oneLine = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine(isOneLine, 'must be one line, without control characters and marks that change the direction of the text');
