import { z } from 'zod';

/** A password as it was typed: the longest text that can become a valid one by normalization. */
export const anyPassword = z.string().min(1).max(1024);

const characters = (text: string) => [...text.normalize('NFKC')].length;

/** One that an account may get. */
export const newPassword = anyPassword
  .refine((text) => characters(text) >= 8, 'must be at least 8 characters long')
  .refine((text) => characters(text) <= 128, 'must be at most 128 characters long');
