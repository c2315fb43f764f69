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
