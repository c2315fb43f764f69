import { Footnote } from '@footnote/sdk';
import { expect } from 'vitest';
import type { ConsoleTab, ConsoleWorld } from './console-page.ts';

const HANDBOOK = `# Handbook

## Opening hours

The office opens at nine in the morning and closes at five in the afternoon, Monday to Friday.

## Holidays

Everybody at Acme has thirty days of paid leave a year. Up to five days of leave may be carried over into the next year, until the end of March.

## Travel

Trains are booked second class. First class may be booked for journeys of more than four hours. Hotels may cost up to 140 euros a night.
`;

/** What the handbook answers, and what it does not. */
export const QUESTIONS = {
  answered: 'How many days of paid leave do I have in a year?',
  refused: 'Who won the chess tournament in Reykjavik?',
};

/** Gives the project a small handbook, and waits until it is searchable. */
export async function addHandbook({ client, project }: ConsoleWorld): Promise<void> {
  const source = await client.sources.upload({
    project_id: project.id,
    file: new Blob([HANDBOOK]),
    name: 'handbook.md',
  });
  await client.sources.waitUntilReady(source);
}

/** A client with a key of the project. */
export async function withKey({ client, project, server }: ConsoleWorld): Promise<Footnote> {
  const { key } = await client.projects.apiKeys.create(project.id, { name: 'Tests' });
  return new Footnote({ baseURL: server.baseURL, apiKey: key });
}

/** A client with which one visitor asks, from a page of its own server. */
export async function asVisitor({ client, project, server }: ConsoleWorld, visitor_id: string): Promise<Footnote> {
  await client.projects.update(project.id, { allowed_origins: [server.url] });
  const { token } = await client.widgetTokens.create({ project_id: project.id, visitor_id });
  return new Footnote({ baseURL: server.baseURL, accessToken: token, defaultHeaders: { origin: server.url } });
}

/**
 * Writes a screenshot, and fails for what is wrong with the page as it stands: complaints of the browser, requests to other
 * origins, content wider than the screen, faults that axe finds.
 */
export async function expectFine(tab: ConsoleTab, name: string): Promise<void> {
  await tab.page.evaluate(() => scrollTo(0, 0));
  await tab.screenshot(name);
  expect(tab.complaints).toEqual([]);
  expect(tab.foreignRequests()).toEqual([]);
  expect(await tab.overflow()).toBe(0);
  expect(await tab.faults()).toEqual([]);
}
