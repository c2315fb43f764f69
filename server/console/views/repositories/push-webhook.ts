import type { RepositoryForge, RepositoryWithSecret } from '@footnote/sdk';
import { html, type TemplateResult } from 'lit';
import '../../parts/code-block.ts';
import { notice } from '../../parts/states.ts';

/** Where each forge takes the address and the secret. */
const STEPS: { forge: RepositoryForge; name: string; steps: TemplateResult }[] = [
  {
    forge: 'github',
    name: 'GitHub',
    steps: html`In the repository: Settings → Webhooks → Add webhook. “Payload URL” is the address, “Content type” is <code>application/json</code>, “Secret” is the secret, and only the push event is needed.`,
  },
  {
    forge: 'gitlab',
    name: 'GitLab',
    steps: html`In the project: Settings → Webhooks → Add new webhook. “URL” is the address, “Secret token” is the secret, and “Push events” is the trigger.`,
  },
  {
    forge: 'gitea',
    name: 'Gitea or Forgejo',
    steps: html`In the repository: Settings → Webhooks → Add webhook → Gitea or Forgejo. “Target URL” is the address, “Secret” is the secret, and push events are the trigger.`,
  },
];

/** The address and the new secret of a webhook, and how it is set in each forge. */
export function pushWebhook({ push_url, push_secret, forge }: RepositoryWithSecret): TemplateResult {
  return html`<p>With a webhook, each push is read at once. Without one, the branch is looked at now and then.</p>
    <div class="stack tight"><span class="label">Address</span><ui-code wrap .code=${push_url} label="The address of the webhook"></ui-code></div>
    <div class="stack tight"><span class="label">Secret</span><ui-code wrap .code=${push_secret} label="The secret of the webhook"></ui-code></div>
    ${notice('Copy the secret now: it is not shown again. A push that is not signed with it is refused.', { tone: 'warn', name: 'key' })}
    ${webhookSteps(forge)}`;
}

/** How a webhook is set, for the forge of the repository or for each. */
export function webhookSteps(forge: RepositoryForge | null): TemplateResult {
  if (forge === 'bitbucket')
    return html`<p class="soft">Webhooks of Bitbucket are not understood. The branch is looked at by a timer, or with “Read again now”.</p>`;
  const known = STEPS.filter((one) => one.forge === forge);
  return html`<dl class="stack tight">${(known.length > 0 ? known : STEPS).map(
    ({ name, steps }) => html`<div><dt class="label">${name}</dt><dd>${steps}</dd></div>`,
  )}</dl>`;
}
