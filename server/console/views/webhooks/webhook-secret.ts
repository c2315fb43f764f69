import { html, type TemplateResult } from 'lit';
import '../../parts/code-block.ts';
import { notice } from '../../parts/states.ts';

/** The secret of a webhook, which is shown once. */
export const webhookSecret = (secret: string): TemplateResult =>
  html`${notice('Copy it now: it is not shown again. With it, the receiver checks that a message is from here.', { tone: 'warn', name: 'key' })}
    <ui-code wrap .code=${secret} label="The secret"></ui-code>`;
