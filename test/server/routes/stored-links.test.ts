import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactReply, refusalReply } from '../../../server/answering/output/canned-replies.ts';
import { isWebAddress as mayBeLinkInConsole } from '../../../server/console/parts/page-link.ts';
import { newId } from '../../../server/platform/ids.ts';
import { presentCrawledUrl } from '../../../server/presenters/sources.ts';
import { type Block, parseBlocks } from '../../../widget/src/text/markdown/blocks.ts';
import { type Inline, parseInline, safeHref } from '../../../widget/src/text/markdown/inline.ts';
import { fc } from '../../helpers/input/fast-check.ts';
import { oddAddress, opensWebPage } from '../../helpers/input/odd-addresses.ts';
import {
  createOwner,
  createProject,
  expectStatus,
  type OwnerFixture,
} from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { aCitation, aSource, databaseFile } from '../../helpers/stores/rows.ts';

/** The fields of answers that clients make links of. */
const LINK_FIELDS = ['url', 'final_url', 'canonical_url', 'found_on', 'duplicate_of', 'source_url', 'originalUrl'];

const SITE = { max_pages: 10, max_depth: 2, include: [], exclude: [], sitemap: true };

/** All fields of an answer that become links, with their path. */
function linksIn(value: unknown, path = ''): [path: string, address: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const here = `${path}.${name}`;
    return LINK_FIELDS.includes(name) && typeof part === 'string'
      ? ([[here, part]] as [string, string][])
      : linksIn(part, here);
  });
}

/** The addresses of all links that the widget and the console make of a Markdown text. */
function linksOf(text: string): string[] {
  const inBlock = (block: Block): string[] => {
    if ('text' in block && block.type !== 'code') return inText(block.text);
    if ('blocks' in block) return block.blocks.flatMap(inBlock);
    if ('items' in block) return block.items.flat().flatMap(inBlock);
    return [];
  };
  const inText = (inline: string) => parseInline(inline).flatMap(inNode);
  const inNode = (node: Inline): string[] => {
    if (typeof node === 'string' || !('children' in node)) return [];
    return [...(node.type === 'link' ? [node.href] : []), ...node.children.flatMap(inNode)];
  };
  return parseBlocks(text).flatMap(inBlock);
}

const isHarmless = (href: string) => /^mailto:/.test(href) || /^https?:$/.test(new URL(href).protocol);

describe('a stored address that is not of a web page', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let database: Database.Database;
  beforeAll(async () => {
    app = await startApp();
    const { email, token } = await createOwner(app, 'ada@example.com');
    owner = { email, token, project: await createProject(app, token, 'links') };
    database = new Database(databaseFile(app.dataDir));
  });
  afterAll(async () => {
    database.close();
    await app.close();
  });

  /** Puts the addresses into everything that is stored and becomes a link, past all checks, as an earlier version might have. */
  async function place([first, second, third]: [string, string, string]): Promise<{
    sourceId: string;
    conversationId: string;
  }> {
    const { id } = owner.project;
    const [conversationId, at] = [newId('conv'), Date.now()];
    const source = aSource(id, {
      type: 'url',
      web: { parentId: null, refreshHours: null, crawl: SITE, validators: null },
      metadata: { title: first, url: first, final_url: second, canonical_url: third },
      url: third,
    });
    await app.store.sources.create(source);
    for (const [number, url] of [first, second].entries()) {
      database
        .prepare(
          `insert or replace into crawl_urls (source_id, url, number, kind, rank, depth, outcome, found_on, duplicate_of, tries, due_at)
           values (?, ?, ?, 'page', 0, 0, 'taken', ?, ?, 0, 0)`,
        )
        .run(source.id, url, number, second, third);
    }
    await app.store.conversations.create({
      id: conversationId,
      projectId: id,
      visitorId: null,
      createdAt: at,
      updatedAt: at,
    });
    await app.store.conversations.append(id, conversationId, {
      ...{ id: newId('msg'), role: 'assistant', text: `[link](${first}) <${second}> ${third} [1]`, usage: null },
      ...{ finishReason: 'stop', createdAt: at },
      citations: [first, second, third].map((address, at) => ({ ...aCitation(at + 1, source.id, first), address })),
    });
    await app.store.projects.update(id, { description: first }, Date.now());
    return { sourceId: source.id, conversationId };
  }

  it('is served as a link by no route', async () => {
    const { id, key } = owner.project;
    let served = 0;
    await fc.assert(
      fc.asyncProperty(fc.tuple(oddAddress, oddAddress, oddAddress), async (addresses) => {
        const { sourceId, conversationId } = await place(addresses);
        const asked: [path: string, credential: object][] = [
          [`/v1/projects/${id}`, { token: owner.token }],
          [`/v1/projects/${id}/sources?limit=3`, { key }],
          [`/v1/sources/${sourceId}`, { key }],
          [`/v1/sources/${sourceId}/crawl`, { key }],
          [`/v1/projects/${id}/conversations/${conversationId}/messages?limit=100`, { token: owner.token }],
          [`/v1/projects/${id}/conversations/export?format=jsonl`, { token: owner.token }],
        ];
        for (const [path, credential] of asked) {
          const { body } = expectStatus(await app.call('GET', path, credential), 200);
          const answers =
            typeof body === 'string'
              ? body
                  .trim()
                  .split('\n')
                  .map((line) => JSON.parse(line))
              : [body];
          for (const [field, address] of linksIn(answers)) {
            served += 1;
            expect([path, field, address, opensWebPage(address)]).toEqual([path, field, address, true]);
          }
        }
      }),
      { numRuns: 60 },
    );
    // Links there were: those of web pages, and the signed ones of citations.
    expect(served).toBeGreaterThan(200);
  });

  it('is left out of the report of a crawl, whatever the field', () => {
    fc.assert(
      fc.property(oddAddress, oddAddress, oddAddress, (url, foundOn, duplicateOf) => {
        const row = { url, foundOn, duplicateOf, kind: 'page', outcome: 'taken', depth: 0, reason: null } as const;
        const shown = presentCrawledUrl({ ...row, status: null, pageId: null, tries: 0, dueAt: 0 });
        for (const address of [shown.url, shown.found_on, shown.duplicate_of]) {
          expect(opensWebPage(address ?? '')).toBe(true);
        }
      }),
    );
  });

  it('is no link in an answer: neither in its text, nor as the contact, nor in a citation', () => {
    fc.assert(
      fc.property(oddAddress, (address) => {
        const texts = [
          `See [the page](${address}), [again](<${address}>) and <${address}>. ${address}`,
          `| a |\n|---|\n| [b](${address}) |`,
          `- [c](${address} "title")\n\n> ${address}`,
          contactReply(['en'], address),
          refusalReply(['en'], address),
        ];
        for (const href of texts.flatMap(linksOf)) expect([href, isHarmless(href)]).toEqual([href, true]);
        const cited = safeHref(address, 'https://chat.example.com/v1');
        if (cited !== undefined) expect([cited, isHarmless(cited)]).toEqual([cited, true]);
        if (mayBeLinkInConsole(address)) expect(new URL(address).protocol).toMatch(/^https?:$/);
      }),
      { numRuns: 500 },
    );
  });
});
