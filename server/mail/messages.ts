import type { Mail } from './mailer.ts';

/** An invitation to a project. `link` is where it is accepted, on this server. */
export const invitationMail = (given: {
  to: string;
  project: string;
  invitedBy: string;
  link: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}): Mail => ({
  to: given.to,
  subject: `Invitation to ${given.project}`,
  text: `${given.invitedBy} has invited you to the project “${given.project}” on Footnote.

Accept the invitation: ${given.link}

The link is valid until ${new Date(given.expiresAt).toUTCString()}. If you do not know what this is about, ignore this mail.
`,
});

/** A question that a visitor handed over. An answer to the mail goes to the visitor. */
export const handoverMail = (given: {
  to: string;
  /** The name of the project. */
  project: string;
  projectId: string;
  email: string;
  question: string;
  pageUrl: string | null;
  conversationId: string | null;
  /** Where the console is. */
  consoleUrl: string;
}): Mail => {
  const { to, project, projectId, email, question, pageUrl, conversationId, consoleUrl } = given;
  const at = `${consoleUrl}/projects/${projectId}`;
  const lines = [
    `A visitor of “${project}” asks for an answer by mail. What is between the lines was written by the visitor.`,
    '',
    LINE,
    question,
    LINE,
    '',
    `From: ${email}`,
    ...(pageUrl === null ? [] : [`Page: ${pageUrl}`]),
    `Assign or close it: ${at}/handovers`,
    ...(conversationId === null ? [] : [`The conversation: ${at}/conversations/${conversationId}`]),
    '',
    'Answer this mail, and your answer goes to the visitor.',
  ];
  return { to, replyTo: email, subject: `A visitor asks for a person: ${project}`, text: `${lines.join('\n')}\n` };
};

const LINE = '-'.repeat(40);

/** A link for a new password. The token is in the part of the address that browsers do not send, so that no proxy logs it. */
export const passwordResetMail = (given: { to: string; token: string; consoleUrl: string }): Mail => ({
  to: given.to,
  subject: 'A new password for Footnote',
  text: `Somebody, probably you, asked for a new password for your account on ${given.consoleUrl}.

Set it here: ${given.consoleUrl}/reset-password#token=${given.token}

The link is valid for half an hour, and once. If it was not you, ignore this mail: your password stays as it is.
`,
});
