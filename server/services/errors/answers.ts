import { ApiError, always, examplesOf, inWords } from '../../platform/errors.ts';

/** Questions and their answers. */
export const answerErrors = {
  answerNotFound: always(
    404,
    'not_found',
    'This answer does not exist, was not kept, or you do not have access to it.',
  ),
  notKept: (what: 'answer' | 'conversation') =>
    new ApiError(404, 'not_kept', `The server could not keep this ${what}, as its disk was full (kept: false).`),
  linkExpired: always(
    404,
    'not_found',
    'This link has expired, or the passage has been deleted. Ask again for a new link.',
  ),
  /** `ownerMessage` is empty if the owner has not set one. */
  budgetExhausted: (ownerMessage: string, seconds: number) =>
    new ApiError(
      429,
      'budget_exhausted',
      ownerMessage || `The limit of questions for today has been reached. Try again in ${inWords(seconds)}.`,
      { retryAfter: seconds, ownerMessage },
    ),
  tooManyQuestions: (most: number, seconds: number) =>
    new ApiError(
      429,
      'quota_reached',
      `This project has been asked ${most} questions today, as many as it may be. Ask again in ${inWords(seconds)}, or ask the operator of the server for more (MAX_DAILY_QUESTIONS, or the project’s quotas).`,
      { retryAfter: seconds },
    ),
  stopping: always(429, 'stopping', 'The server is stopping or restarting. Ask again in a moment.', {
    retryAfter: 5,
  }),
};

export const answerExamples = examplesOf(answerErrors, {
  notKept: ['answer'],
  budgetExhausted: ['Please ask again tomorrow.', 3600],
  tooManyQuestions: [10_000, 3600],
});
