import type { FieldError } from '@footnote/sdk/contract';
import type { z } from 'zod';
import { MAX_FIELD_ERRORS } from '../platform/errors.ts';

/** Converts the issues of a schema to the API's field errors: the first `MAX_FIELD_ERRORS`, and their total number. */
export function fieldErrors({ issues }: z.ZodError): { first: FieldError[]; total: number } {
  const first = issues.slice(0, MAX_FIELD_ERRORS).flatMap((issue): FieldError[] => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: message(issue) }];
    const keys = issue.keys.slice(0, MAX_FIELD_ERRORS);
    return keys.map((key) => ({ field: [...path, key].join('.'), message: 'is not a known field' }));
  });
  const total = issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
  return { first, total };
}

function message(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.message.endsWith('received undefined')) {
      return issue.path.length > 0 ? 'is required' : 'a JSON body is required';
    }
    return issue.expected === 'object' ? 'must be a JSON object' : `must be of type ${issue.expected}`;
  }
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}${unit(issue.origin)}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit(issue.origin)}`;
  if (issue.code === 'invalid_union' && issue.discriminator) return `does not name a known ${issue.discriminator}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  // What is wrong with the key of a record is in the issues of its own schema.
  const [ofKey] = issue.code === 'invalid_key' ? issue.issues : [];
  return ofKey?.message ?? issue.message;
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries' : '';
}
