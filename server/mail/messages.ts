import { asOneLine, withoutLinks } from '../platform/text/names.ts';
import type { Mail } from './mailer.ts';

/** A name that somebody has chosen, as a text that is no link. No subject holds one. */
const named = (name: string) => `“${withoutLinks(asOneLine(name))}”`;

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
  subject: 'An invitation to a project on Footnote',
  text: `${named(given.invitedBy)} has invited you to the project ${named(given.project)} on the Footnote server ${new URL(given.link).origin}.

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
    `A visitor of ${named(project)} asks for an answer by mail. What is between the lines was written by the visitor, with a space in what would be a link.`,
    '',
    LINE,
    withoutLinks(question),
    LINE,
    '',
    ...(pageUrl === null ? [] : [`Page: ${withoutLinks(pageUrl)}`]),
    `Assign or close it: ${at}/improve?kind=handover`,
    ...(conversationId === null ? [] : [`The conversation: ${at}/conversations/${conversationId}`]),
    '',
    'Answer this mail, and your answer goes to the visitor.',
  ];
  return { to, replyTo: email, subject: 'A visitor asks for a person', text: `${lines.join('\n')}\n` };
};

const LINE = '-'.repeat(40);

/** Clearly more questions of a project are refused than before. `share`: from 0 to 1. */
export const refusalsMail = (given: {
  to: string;
  /** The name of the project. */
  project: string;
  projectId: string;
  answers: number;
  share: number;
  unsureShare: number;
  shareBefore: number;
  consoleUrl: string;
}): Mail => {
  const { to, project, projectId, answers, share, unsureShare, shareBefore, consoleUrl } = given;
  const percent = (part: number) => `${Math.round(100 * part)} %`;
  const at = `${consoleUrl}/projects/${projectId}`;
  return {
    to,
    subject: 'More questions go unanswered',
    text: `In the last 7 days, ${percent(share)} of the ${answers} answers of ${named(project)} were refused or unsure (${percent(unsureShare)} unsure). In the four weeks before it was ${percent(shareBefore)}.

See which questions: ${at}/improve?kind=unanswered&days=7

You get this mail at most once in 7 days, because you own or edit the project. Switch it off in its settings: ${at}/settings
`,
  };
};

/** A link for a new password. The token is in the part of the address that browsers do not send, so that no proxy logs it. */
export const passwordResetMail = (given: { to: string; token: string; consoleUrl: string }): Mail => ({
  to: given.to,
  subject: 'A new password for Footnote',
  text: `Somebody, probably you, asked for a new password for your account on ${given.consoleUrl}.

Set it here: ${given.consoleUrl}/reset-password#token=${given.token}

The link is valid for half an hour, and once. If it was not you, ignore this mail: your password stays as it is.
`,
});
