import { explainRefusal } from '../ingestion/web/explain-refusal.ts';
import type { PostAnswer, PostFailure } from '../ingestion/web/poster.ts';
import { REFUSED_AFTER_LOOKUP } from '../platform/network/refused-address.ts';
import type { DeliveryResult } from '../store/types.ts';

/** Attempts of a message: the first at once, the last a day and three hours later. */
const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 5_000;
const DELAY_FACTOR = 5;
/** The part of a delay that is left to chance, so that messages that failed together are not sent together again. */
const JITTER = 0.2;
/** The longest that another server may ask to wait. */
const MAX_WAIT_MS = 60 * 60_000;

const FAILURES: Record<PostFailure, string> = {
  not_allowed: explainRefusal(REFUSED_AFTER_LOOKUP, 'messages'),
  unreachable: 'The server could not be reached, or did not answer within 15 seconds.',
  certificate: 'The server’s certificate is not valid.',
  unreadable: 'The server’s answer is not valid HTTP.',
};

/** Says what an answer, or its absence, means for the message. `attempt`: 1 for the first. `random`: 0 to 1. */
export function judge(
  answer: PostAnswer | PostFailure,
  { attempt, now, random }: { attempt: number; now: number; random: number },
): Omit<DeliveryResult, 'milliseconds'> {
  const isAnswer = typeof answer === 'object';
  const seen = { responseStatus: isAnswer ? answer.status : null, responseText: isAnswer ? answer.text : null };
  if (isAnswer && answer.status >= 200 && answer.status < 300) {
    return { ...seen, status: 'delivered', dueAt: now, error: null, gone: false };
  }
  const error = isAnswer ? errorOf(answer.status) : FAILURES[answer];
  const gone = isAnswer && answer.status === 410;
  if (gone || attempt >= MAX_ATTEMPTS) return { ...seen, status: 'failed', dueAt: now, error, gone };
  const asked = Math.min(MAX_WAIT_MS, (isAnswer && answer.retryAfter) || 0);
  return { ...seen, status: 'pending', dueAt: now + Math.max(asked, delayAfter(attempt, random)), error, gone };
}

/** A message that cannot be signed is not sent. */
export function unsigned(now: number): Omit<DeliveryResult, 'milliseconds'> {
  const error =
    'The secret of this webhook cannot be read, because the signing secret of the server was replaced. Rotate the secret.';
  return { status: 'failed', dueAt: now, responseStatus: null, responseText: null, error, gone: false };
}

/** Milliseconds until the next attempt: 5 s, 25 s, 2 min, 10 min, 1 h, 4 h, 22 h, each up to a fifth longer or shorter. */
export function delayAfter(attempt: number, random: number): number {
  return Math.round(FIRST_DELAY_MS * DELAY_FACTOR ** (attempt - 1) * (1 + JITTER * (2 * random - 1)));
}

function errorOf(status: number): string {
  if (status === 410) return 'The server answered 410: it wants no more messages.';
  if (status >= 300 && status < 400) return `The server answered ${status}. Redirects are not followed.`;
  return `The server answered ${status}.`;
}
