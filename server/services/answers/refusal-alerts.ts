import type { Log } from '../../platform/log.ts';
import type { MemberRow, ProjectRow, Store } from '../../store/types.ts';
import { alertOf, type RefusalAlert, roundedShare } from './rising-refusals.ts';

/** The days that are compared: telling it sooner again would say the same. */
const QUIET_MS = 7 * 24 * 60 * 60_000;
/** More people than a project may have. */
const MAX_PEOPLE = 1_000;

interface RefusalAlertsDeps {
  store: Pick<Store, 'dailyUsage' | 'projects' | 'members'>;
  /** Called when messages to webhooks may have been queued. */
  notifyDeliveries: () => void;
  /** Null if the server sends no mail. */
  sendMail: ((to: string, project: ProjectRow, alert: RefusalAlert) => void) | null;
  log: Log;
  now: () => number;
}

/**
 * Tells that refusals of a project rise: to the log, to its webhooks, and by mail to its owner and editors unless the project has that
 * switched off; at most once in seven days, on one of several servers. Returns whether they rise.
 */
export function createRefusalAlerts(deps: RefusalAlertsDeps): (projectId: string) => Promise<boolean> {
  const { store, notifyDeliveries, sendMail, log, now } = deps;
  return async (projectId) => {
    const alert = await alertOf(store.dailyUsage, projectId, now());
    if (!alert.rising) return false;
    const { answers, share, unsureShare, shareBefore } = alert;
    const risen = {
      answers,
      share: roundedShare(share),
      unsure_share: roundedShare(unsureShare),
      share_before: roundedShare(shareBefore),
    };
    if (!(await store.projects.tellRefusals(projectId, risen, now(), now() - QUIET_MS))) return true;
    log.warn('refusals_rising', { project: projectId, answers, share, unsure: unsureShare, before: shareBefore });
    notifyDeliveries();
    const project = sendMail && (await store.projects.byId(projectId));
    if (!project?.alertMails) return true;
    const { rows } = await store.members.list(projectId, { limit: MAX_PEOPLE, offset: 0 });
    for (const { email } of rows.filter(getsMail)) sendMail?.(email, project, alert);
    return true;
  };
}

const getsMail = ({ role, deactivated }: MemberRow) => role !== 'viewer' && !deactivated;
