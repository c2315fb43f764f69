import type { SecondFactor } from '@footnote/sdk/contract';
import { timestamp } from './timestamp.ts';

/** Whether the second factor is on; never its secret. `enabledAt`: epoch milliseconds, null while it is off. */
export function presentSecondFactor({
  enabledAt,
  recoveryCodesLeft,
}: {
  enabledAt: number | null;
  recoveryCodesLeft: number;
}): SecondFactor {
  return {
    enabled: enabledAt !== null,
    enabled_at: enabledAt === null ? null : timestamp(enabledAt),
    recovery_codes_left: recoveryCodesLeft,
  };
}
