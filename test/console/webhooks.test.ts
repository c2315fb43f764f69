import { verifyWebhook } from '@footnote/sdk/backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { startReceiver, type WebhookReceiver } from '../helpers/server/webhook-receiver.ts';
import { LOOKED, withConsole } from './console-page.ts';

const PATH = '/projects/:project/webhooks';

describe.skipIf(!browserIsThere)('webhooks in the console (needs chromium)', () => {
  const world = withConsole(undefined, { env: { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8' } });
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  it('are made with a secret that is shown once, tested, seen with their answer, and redelivered', async () => {
    const { page } = await world.open(PATH);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.locator('ui-dialog').first();
    await dialog.getByLabel('Address').fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Create the webhook' }).click();
    await dialog.getByText('Messages cannot be sent to this address.').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('What is it for?').fill('Support');
    await dialog.getByLabel('A visitor rated an answer').check();
    await dialog.getByRole('button', { name: 'Create the webhook' }).click();
    const secret = (await dialog.getByText(/^whsec_/).textContent())?.trim() ?? '';
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    await page.getByRole('link', { name: 'Support' }).click();
    await page.getByText('question.unanswered, feedback.created').waitFor();
    receiver.answer = { status: 200, text: 'thank you' };
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Delivered', { exact: true }).last().waitFor();
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'webhook.test' });

    await page.getByText('webhook.test').first().click();
    await page.getByText('thank you').waitFor();
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.headers['webhook-id']).toBe(headers['webhook-id']);

    receiver.answer = { status: 500, text: 'out of order' };
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.locator('summary', { hasText: 'Waits' }).filter({ hasText: '500' }).click();
    await page.getByText('Next attempt').waitFor();
    await page.getByText('thank you').waitFor();
    receiver.answer = { status: 204 };
    await page.getByRole('button', { name: 'Redeliver' }).first().click();
    await expect.poll(() => receiver.received.length).toBe(4);

    receiver.answer = { status: 410 };
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Switched off', { exact: true }).first().waitFor();
    await page.getByText('wants no more messages').first().waitFor();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'Switch off' }).waitFor();
    await page.context().close();
  });

  it.each(LOOKED)('are shown without a fault (%s)', async (look) => {
    const { items } = await world.client.projects.webhooks.list(world.project.id);
    receiver.answer = { status: 410, text: 'No more, please.' };
    await world.client.projects.webhooks.test(world.project.id, items[0]?.id ?? '');
    const tab = await world.open(`${PATH}/${items[0]?.id}`, look);
    await tab.page.getByText('Switched off', { exact: true }).first().waitFor();
    await tab.page.getByText('webhook.test').first().click();
    await tab.screenshot('webhook');
    expect(await tab.faults()).toEqual([]);
    expect(await tab.overflow()).toBe(0);
    await tab.page.goto(tab.page.url().replace(/\/whk_.*/, ''));
    await tab.page.getByText('switched off 1 webhook').waitFor();
    await tab.screenshot('webhooks');
    expect(await tab.faults()).toEqual([]);
    await tab.page.getByRole('button', { name: 'New webhook' }).click();
    await tab.page.getByLabel('Address').waitFor();
    await tab.screenshot('webhook-form');
    expect(await tab.faults()).toEqual([]);
    await world.client.projects.webhooks.update(world.project.id, items[0]?.id ?? '', { enabled: true });
    await tab.context.close();
  });
});
