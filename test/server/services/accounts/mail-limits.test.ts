import { expect, it } from 'vitest';
import type { Log } from '../../../../server/platform/log.ts';
import { createMailLimits } from '../../../../server/services/accounts/mail-limits.ts';
import { createMemoryRateLimits } from '../../../../server/store/coordination/memory-rate-limits.ts';
import { until } from '../../../helpers/timing/until.ts';

const DAY_MS = 24 * 60 * 60_000;

it('mails that nobody waits for are dropped beyond their limit of a day, and logged', async () => {
  let now = 1;
  const logged: string[] = [];
  const note = (event: string) => void logged.push(event);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const limits = createMailLimits({ limits: createMemoryRateLimits(), hash: (to) => to, log, now: () => now });
  let sent = 0;
  const send = (count: number, project: string) => {
    for (let at = 0; at < count; at += 1)
      limits.sendWithin({ kind: 'handover', to: 'help@example.org', account: 'usr_1', project }, () => {
        sent += 1;
      });
  };
  send(205, 'proj_1');
  await until(() => sent + logged.length === 205, 'all are counted');
  expect([sent, logged]).toEqual([200, Array(5).fill('mail_limit_reached')]);
  // To the same address, another project has none left either.
  send(1, 'proj_2');
  await until(() => logged.length === 6, 'it is counted');
  now += DAY_MS;
  send(1, 'proj_2');
  await until(() => sent === 201, 'it is sent');
});
