import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declaredApi } from '../../.build/contract.ts';
import { PAGES } from '../../examples/docs/contents.ts';
import { ingestionStage, webhookEventType } from '../../server/presenters/enums.ts';

const textOf = (page: string) => readFileSync(new URL(`../../examples/docs/${page}`, import.meta.url), 'utf8');
const namedIn = (page: string) => new Set([...textOf(page).matchAll(/`([^`\n]+)`/g)].map(([, name]) => name));

/** What a parameter stands for: `{id}`, `$PROJECT`, `NAME`, `…`. */
const PARAMETER = /\{[^}]*\}|\$\w+|\b[A-Z]+\b|\w*…/g;

describe('the guide', () => {
  it('explains every reason for which a source can fail', () => {
    const code = readFileSync(new URL('../../server/ingestion/failures.ts', import.meta.url), 'utf8');
    const codes = [...code.matchAll(/(?:new SourceFailure|always)\(\s*'(\w+)'/g)].map(([, name = '']) => name);
    expect(codes.length).toBeGreaterThan(20);
    // The first is never shown, the second only in the report of a crawl.
    const elsewhere = ['scanned', 'redirected_away'];
    const page = namedIn('owner/sources.md');
    expect(codes.filter((code) => !page.has(code) && !elsewhere.includes(code))).toEqual([]);
  });

  it('names every stage of reading, and every event of a webhook', () => {
    const page = namedIn('owner/sources.md');
    expect(ingestionStage.options.filter((stage) => !page.has(stage))).toEqual([]);
    const events = namedIn('developer/webhooks.md');
    expect(webhookEventType.options.filter((event) => !events.has(event))).toEqual([]);
  });

  it('names only endpoints that there are', () => {
    const { paths } = declaredApi().document;
    const plain = (path: string) => path.replace(PARAMETER, '{}').replace(/\/$/, '');
    const there = new Set(
      Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((name) => `${name} ${plain(path)}`)),
    );
    expect(there.size).toBeGreaterThan(100);
    const missing = PAGES.flatMap(({ file }) =>
      [...textOf(file).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}$…-]+)/g)]
        .filter(([, method = '', path = '']) => !there.has(`${method.toLowerCase()} ${plain(path)}`))
        .map(([request]) => `${file}: ${request}`),
    );
    expect(missing).toEqual([]);
  });
});
