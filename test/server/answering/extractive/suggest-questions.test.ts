import { describe, expect, it } from 'vitest';
import { headingToQuestion } from '../../../../server/answering/extractive/heading-to-question.ts';
import { suggestQuestions } from '../../../../server/answering/extractive/suggest-questions.ts';
import type { Passage } from '../../../../server/answering/types.ts';

describe('a heading', () => {
  it.each([
    ['en', 'Can I pay by card?', 'Can I pay by card?'],
    ['de', 'Wie wird bezahlt?', 'Wie wird bezahlt?'],
    ['en', 'Q: Can I pay by card?', 'Can I pay by card?'],
    ['en', 'Q12. Can I pay by card?', 'Can I pay by card?'],
    ['en', '3) Can I pay by card?', 'Can I pay by card?'],
    ['de', 'Frage 2: Wie wird bezahlt?', 'Wie wird bezahlt?'],
    ['en', '2. Rotating encryption keys', 'How do I rotate encryption keys?'],
    ['zh', '如何付款？', '如何付款？'],
    ['ar', 'كيف أدفع؟', 'كيف أدفع؟'],
    ['en', 'Rotating encryption keys', 'How do I rotate encryption keys?'],
    ['en', 'Customizing The Pagination View', 'How do I customize the Pagination View?'],
    ['en', 'Upgrading To 11.0 From 10.x', 'How do I upgrade to 11.0 from 10.x?'],
    ['en', 'Determining If A Job Was Sent', 'How do I determine if a Job Was Sent?'],
    ['en', 'Setting Up HTTPS', 'How do I set up HTTPS?'],
    ['en', 'Running the Tests', 'How do I run the Tests?'],
    ['en', 'Configure the proxy', 'How do I configure the proxy?'],
    ['en', 'Enable HTTPS', 'How do I enable HTTPS?'],
    ['en', 'Connect to a database', 'How do I connect to a database?'],
    ['en', 'How to rotate keys', 'How do I rotate keys?'],
  ])('is a question, or becomes one (%s): %s', (language, heading, question) => {
    expect(headingToQuestion(heading, language)).toBe(question);
  });

  it.each([
    ['en', 'Documentation'],
    ['en', 'Introduction'],
    ['en', 'Continuous Integration'],
    ['en', 'Configuring'],
    ['en', 'Running instances'],
    ['en', 'Building blocks'],
    ['en', 'Setting options'],
    ['en', 'Logging levels'],
    ['en', 'Install script'],
    ['en', 'Build options'],
    ['en', 'Test coverage'],
    ['en', 'Creating and deleting users'],
    ['en', 'Installing is easy'],
    ['en', 'Creating vs. updating'],
    ['en', 'Installing: the short way'],
    ['en', 'String theory'],
    ['de', 'Configure the proxy'],
    ['und', 'Rotating encryption keys'],
  ])('that no rule makes a question of is nothing (%s): %s', (language, heading) => {
    expect(headingToQuestion(heading, language)).toBeNull();
  });
});

describe('suggestions', () => {
  const passage = (sourceId: string, ...headings: string[]) =>
    ({ sourceId, title: 'Guide', headings, language: 'en' }) as Passage;
  const cited = [passage('src_1', 'Guide', 'Installing the server')];

  it('are questions of sections that were read but not cited, of the documents that were cited, each once', () => {
    const read = [
      ...cited,
      passage('src_1', 'Guide', 'Introduction'),
      passage('src_1', 'Guide', 'Rotating keys'),
      passage('src_1', 'Guide', 'Rotating  keys'),
      passage('src_2', 'Guide', 'Deleting keys'),
      passage('src_1', 'Guide', 'May I sell it?'),
    ];
    expect(suggestQuestions(read, cited, [])).toEqual(['How do I rotate keys?', 'May I sell it?']);
  });

  it('do not repeat what was asked, and are at most three of at most 80 characters', () => {
    const read = [
      passage('src_1', 'Installing the server'),
      passage('src_1', 'May I sell it?'),
      passage('src_1', `May I sell ${'very '.repeat(20)}much of it?`),
      ...['One', 'Two', 'Three', 'Four'].map((name) => passage('src_1', `${name}?`)),
    ];
    expect(suggestQuestions(read, cited, ['may i sell it'])).toEqual(['One?', 'Two?', 'Three?']);
  });
});
