import { describe, expect, it } from 'vitest';
import type { DocsQuestion } from './documentation.ts';
import { holdsKeys, isRightPassage, judge, withoutMarks } from './judge.ts';

const asked: DocsQuestion = {
  id: 'tea-001',
  type: 'how-to',
  lang: 'en',
  question: 'how hot?',
  answerable: true,
  keys: [['90 °C', 'ninety degrees'], ['kettle']],
  gold: [{ doc_id: 'guides/green.md', quote: 'Heat the [kettle](/tools/#kettle) to **90 °C** and wait.' }],
  note: '',
};
const passage = 'Heat the kettle to 90 °C and wait.';
const cited = [{ docId: 'guides/green.md', text: passage }];

describe('an answer', () => {
  it('is in the response where one alternative of every group is', () => {
    expect(judge(asked, { text: 'The **kettle**: ninety\ndegrees. [1]', finishReason: 'stop', cited })).toEqual({
      outcome: 'answered',
      inResponse: true,
      inCited: true,
      rightDocument: true,
    });
    expect(judge(asked, { text: 'Use the kettle. [1]', finishReason: 'stop', cited })).toMatchObject({
      inResponse: false,
      inCited: true,
    });
  });

  it('is in the passages cited where all of them together hold it', () => {
    const both = [
      { docId: 'other.md', text: 'A kettle' },
      { docId: 'another.md', text: 'of 90 °C' },
    ];
    const judged = judge(asked, { text: 'See there. [1]', finishReason: 'stop', cited: both });
    expect(judged).toMatchObject({ inCited: true, rightDocument: false });
    expect(judge(asked, { text: 'See there. [1]', finishReason: 'stop', cited: both.slice(1) }).inCited).toBe(false);
  });

  it('that cites nothing is a refusal, whatever it says', () => {
    expect(judge(asked, { text: passage, finishReason: 'stop', cited: [] })).toEqual({
      outcome: 'refused',
      inResponse: false,
      inCited: false,
      rightDocument: false,
    });
  });

  it('that says it is unsure counts by what it shows', () => {
    expect(judge(asked, { text: passage, finishReason: 'unsure', cited })).toMatchObject({
      outcome: 'unsure',
      inResponse: true,
    });
  });

  it('to a question that has none is never in the response', () => {
    const none = { ...asked, answerable: false, keys: [], gold: [] };
    expect(judge(none, { text: passage, finishReason: 'stop', cited })).toEqual({
      outcome: 'answered',
      inResponse: false,
      inCited: false,
      rightDocument: false,
    });
  });
});

describe('without Markdown marks', () => {
  it.each([
    ['emphasis', 'a **bold**, _slanted_ and __strong__ word', 'a bold, slanted and strong word'],
    ['code and its fences', 'Run `npm start`:\n\n```sh\nnpm start\n```', 'run npm start: npm start'],
    ['headings, lists and quotes', '## Steps\n\n- one\n* two\n> three', 'steps one two three'],
    ['tables', '| Name | Port |\n|:--|--:|\n| web | 80 |', 'name port web 80'],
    ['links', 'see [the guide](/guide#top) and ![it](a.png)', 'see the guide and it'],
    ['citation markers', 'It is 80. [1][12]', 'it is 80.'],
    ['backslash escapes', String.raw`\_\_proto\_\_ and \[ping\] \<b\>`, '__proto__ and [ping] <b>'],
    ['compatibility forms', 'ＡＢＣ ﬁne', 'abc fine'],
  ])('%s', (_, markdown, plain) => {
    expect(withoutMarks(markdown)).toBe(plain);
  });

  it('underscores of names stay', () => {
    expect(withoutMarks('PUBLIC_ and APP_KEY, or `_token` and `csrf_token`')).toBe(
      'public_ and app_key, or _token and csrf_token',
    );
    expect(holdsKeys('This is public.', [['PUBLIC_']])).toBe(false);
    expect(holdsKeys(String.raw`A name that begins with PUBLIC\_ is sent.`, [['PUBLIC_']])).toBe(true);
  });

  it('keys are compared without them as well', () => {
    expect(holdsKeys('PathPrefix(/)', [['PathPrefix(`/`)']])).toBe(true);
    expect(holdsKeys('sticky:\n  cookie: {}', [['sticky: cookie']])).toBe(true);
  });
});

describe('the right passage', () => {
  it('holds a gold quote, with whatever marks and link targets', () => {
    expect(isRightPassage(asked, 'guides/green.md', `Before. ${passage} After.`)).toBe(true);
  });

  it('may hold most of it, and not less', () => {
    expect(isRightPassage(asked, 'guides/green.md', 'Heat the kettle to 90 °C')).toBe(true);
    expect(isRightPassage(asked, 'guides/green.md', 'Heat the kettle')).toBe(false);
  });

  it('may hold the quote with its tags, which are code, or without', () => {
    const gold = [{ doc_id: 'a.md', quote: 'Put <Font /> first.\n\n<div class="list of names">\n\n- Sans' }];
    expect(isRightPassage({ gold }, 'a.md', 'Put <Font /> first.\n\n<div class="list of names">')).toBe(true);
    expect(isRightPassage({ gold }, 'a.md', 'Put first.\n\n- Sans')).toBe(true);
    expect(isRightPassage({ gold }, 'a.md', '- Sans')).toBe(false);
  });

  it('stands in a gold document', () => {
    expect(isRightPassage(asked, 'guides/black.md', passage)).toBe(false);
  });
});
