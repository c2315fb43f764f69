import { ApiError, always, examplesOf, inWords } from '../../platform/errors.ts';

/** What a project has: members, webhooks, and golden questions. */
export const projectErrors = {
  ownerCannotLeave: always(
    400,
    'owner_cannot_leave',
    'A project needs an owner. Make another member its owner first, or delete the project.',
  ),
  ownerKeepsRole: always(
    400,
    'owner_keeps_role',
    'The owner has no other role. Make another member the owner instead.',
  ),
  notTransferable: always(
    400,
    'not_transferable',
    'Only a member whose account can be used can become the owner. Invite the person first.',
    { fields: [{ field: 'user_id', message: 'is not a member, or its account is deactivated' }] },
  ),
  tooManyMails: (seconds: number) =>
    new ApiError(
      429,
      'rate_limited',
      `Too many mails were sent to this address, from your account or of this project. Try again in ${inWords(seconds)}, or make an invitation without an address and send its link yourself.`,
      { retryAfter: seconds },
    ),
  noGoldenQuestions: always(
    400,
    'no_golden_questions',
    'This project has no golden questions. Add one before you check them.',
  ),
  webhookPending: always(400, 'delivery_pending', 'This message is already waiting to be sent.'),
  webhookDisabled: always(
    400,
    'webhook_disabled',
    'This webhook is switched off. Switch it on to send messages to it.',
  ),
  handoversOff: always(400, 'handovers_off', 'Questions to this project cannot be handed over to a person.'),
};

export const projectExamples = examplesOf(projectErrors, { tooManyMails: null });
