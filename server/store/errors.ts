import { ApiError, always, errors as common, examplesOf } from '../platform/errors.ts';
import { formatBytes } from '../platform/text/format-bytes.ts';

const quotaReached = (sentence: string) => new ApiError(400, 'quota_reached', sentence);

/** What the store refuses, because of its limits or of what it holds already. */
export const storeErrors = {
  /** Of requests at the same time that change the same rows. */
  busy: (seconds: number) =>
    new ApiError(429, 'busy', 'The server is busy with other questions. Try again shortly.', { retryAfter: seconds }),
  databaseUnavailable: always(
    500,
    'database_unavailable',
    'The database cannot be reached at the moment. Try again shortly.',
  ),
  tooManyProjects: (most: number) =>
    quotaReached(
      `This account has ${most} projects, as many as this server allows. Delete one, or ask the operator of the server to raise MAX_PROJECTS.`,
    ),
  recipientHasTooManyProjects: (most: number) =>
    quotaReached(
      `The other account has ${most} projects, as many as this server allows. Its owner must delete one, or the operator of the server must raise MAX_PROJECTS.`,
    ),
  tooManySources: (most: number) =>
    quotaReached(
      `This project has ${most} sources, as many as it may have. Delete some, or ask the operator of the server for more (MAX_SOURCES, or the project’s quotas).`,
    ),
  tooMuchStored: (most: number) =>
    quotaReached(
      `The sources of this account may have ${formatBytes(most)} together, and would have more. Delete some, or ask the operator of the server to raise MAX_STORED_MB.`,
    ),
  tooMuchInProject: (most: number) =>
    quotaReached(
      `The sources of this project may have ${formatBytes(most)} together, and would have more. Delete some, or ask the operator of the server for more (MAX_PROJECT_MB, or the project’s quotas).`,
    ),
  tooManyMembers: (most: number) =>
    quotaReached(
      `This project has ${most} members and invitations, as many as a project may have. Remove some, or revoke invitations that are not needed.`,
    ),
  tooManyKeys: (most: number) =>
    quotaReached(`This project has ${most} API keys, as many as a project may have. Delete one that is not used.`),
  tooManyCuratedAnswers: (most: number) =>
    quotaReached(
      `This project has ${most} written answers, as many as a project may have. Delete some that are not used.`,
    ),
  tooManyGoldenQuestions: (most: number) =>
    quotaReached(`This project has ${most} golden questions, as many as a project may have. Delete some.`),
  tooManyWebhooks: (most: number) =>
    quotaReached(`This project has ${most} webhooks, as many as a project may have. Delete one that is not used.`),
  tooManyRepositories: (most: number) =>
    quotaReached(`This project has ${most} repositories, as many as a project may have. Remove one that is not used.`),
  alreadyMember: always(400, 'already_member', 'This person is a member of the project already.'),
  invitationVoid: always(
    403,
    'invitation_void',
    'This invitation has been accepted or revoked, or has expired. Ask the person who sent it for a new one.',
  ),
  invitationForOther: always(
    403,
    'invitation_for_other',
    'This invitation is for another e-mail address. Sign in with that account, or ask for an invitation to yours.',
  ),
  /** For somebody who wants to link it to a second account. */
  identityTaken: always(403, 'identity_taken', 'This sign-in belongs to another account of this server already.'),
  tokenRevoked: always(401, 'token_revoked', 'The credential has been revoked. Log in again.'),
};

export const storeExamples = examplesOf(storeErrors, {
  busy: [5],
  tooManyProjects: [100],
  recipientHasTooManyProjects: [100],
  tooManySources: [10_000],
  tooMuchStored: [10e9],
  tooMuchInProject: [1_000_000_000],
  tooManyMembers: [200],
  tooManyKeys: [100],
  tooManyCuratedAnswers: [500],
  tooManyGoldenQuestions: [200],
  tooManyWebhooks: [10],
  tooManyRepositories: [20],
});

export const errors = { ...common, ...storeErrors };
