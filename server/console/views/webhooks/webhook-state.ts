import type { Webhook } from '@footnote/sdk';
import { nothing, type TemplateResult } from 'lit';
import { formatRelativeTime } from '../../format.ts';
import { badge, notice } from '../../parts/states.ts';

/** Whether messages are sent and accepted, as a label. */
export function webhookBadge({ enabled, disabled_reason, failing_since }: Webhook): TemplateResult {
  if (!enabled) return disabled_reason ? badge('Switched off', 'bad') : badge('Off');
  return failing_since ? badge('Failing', 'warn') : badge('On', 'good');
}

/** What is wrong, and what to do about it; nothing if all is well. */
export function webhookNotice({ enabled, disabled_reason, failing_since }: Webhook): TemplateResult | typeof nothing {
  if (!enabled && disabled_reason === 'gone') {
    return notice('The receiver answered 410: it wants no more messages. Switch it on again if that was a mistake.', {
      tone: 'bad',
      name: 'alert',
    });
  }
  if (!enabled && disabled_reason === 'failing') {
    return notice(
      'No message was accepted for five days, so no more are sent. Repair the receiver, switch it on again, and redeliver what was missed.',
      { tone: 'bad', name: 'alert' },
    );
  }
  if (enabled && failing_since) {
    return notice(
      `Messages have failed since ${formatRelativeTime(failing_since)}. Each is tried again for about a day; after five days the webhook is switched off.`,
      { tone: 'warn', name: 'alert' },
    );
  }
  return nothing;
}
