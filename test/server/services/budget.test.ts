import { describe, expect, it } from 'vitest';
import { errors } from '../../../server/platform/errors.ts';
import { takeFromBudget } from '../../../server/services/budget.ts';
import { aProject } from '../../helpers/stores/rows.ts';

describe('on a disk too full to count questions', () => {
  const full = () => Promise.reject(errors.storageFull());
  const budgets = { take: full, takeQuota: full, sweep: async () => 0 };
  const take = (dailyBudget: { requests: number; per_visitor: null; message: '' } | null) =>
    takeFromBudget(
      budgets,
      aProject({ widgetAccess: 'public', dailyBudget }),
      { visitorId: 'vis_1', address: 'hash' },
      { quota: 100, now: 0 },
    );

  it('a budget that the owner has set refuses them, and that of the server does not', async () => {
    await take(null);
    await expect(take({ requests: 5, per_visitor: null, message: '' })).rejects.toMatchObject({ code: 'storage_full' });
  });
});
