import type { Log } from '../../platform/log.ts';
import type { Limits } from '../../store/types.ts';
import { errors } from '../errors.ts';
import { hitEach, type SubjectLimit } from './subject-limits.ts';

/** What a mail is about. */
export type MailKind = 'invitation' | 'handover' | 'alert' | 'reset';

/**
 * How many mails of a kind a day may go to one address, on behalf of one account, and of one project. They are sent to addresses
 * that somebody has entered, so that without a limit anybody with an account could have the server send to anybody.
 */
export const DAILY: Record<MailKind, { recipient: number; account: number; project: number }> = {
  invitation: { recipient: 5, account: 50, project: 50 },
  handover: { recipient: 200, account: 500, project: 200 },
  alert: { recipient: 20, account: 100, project: 100 },
  reset: { recipient: 6, account: 6, project: 6 },
};
const DAY_MS = 24 * 60 * 60_000;

/** Whom a mail goes to, and on whose behalf. */
export interface MailToCount {
  kind: MailKind;
  to: string;
  account?: string;
  project?: string;
}

export type MailLimits = ReturnType<typeof createMailLimits>;

/** Limits the mails that the server sends because of what people do. `hash`: the stored form of an address. */
export function createMailLimits(deps: {
  limits: Limits;
  hash: (address: string) => string;
  log: Log;
  now: () => number;
}) {
  const { limits, hash, log, now } = deps;
  /** The milliseconds until there is room; 0 where there is. */
  async function count({ kind, to, account, project }: MailToCount): Promise<number> {
    const most = DAILY[kind];
    const subjects: SubjectLimit[] = [[`mail ${kind} to ${hash(to)}`, most.recipient]];
    if (account !== undefined) subjects.push([`mail ${kind} account ${account}`, most.account]);
    if (project !== undefined) subjects.push([`mail ${kind} project ${project}`, most.project]);
    return hitEach(limits, subjects, DAY_MS, now());
  }

  return {
    /** Counts a mail that somebody asks for, and can be told that there were too many. Throws 429 `rate_limited`. */
    async take(mail: MailToCount): Promise<void> {
      const wait = await count(mail);
      if (wait > 0) throw errors.tooManyMails(Math.ceil(wait / 1000));
    },

    /** Counts a mail that no request waits for, and sends it unless there were too many, which is logged. */
    sendWithin(mail: MailToCount, send: () => void): void {
      const { kind, project } = mail;
      const counted = async () => {
        if ((await count(mail)) === 0) send();
        else log.warn('mail_limit_reached', { kind, ...(project && { project }) });
      };
      void counted().catch((error) => log.error('mail_not_counted', { kind, error }));
    },
  };
}
