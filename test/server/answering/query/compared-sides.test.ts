import { describe, expect, it } from 'vitest';
import { comparedSides, isCalled, isNamedFor } from '../../../../server/answering/query/compared-sides.ts';

describe('what a question compares', () => {
  it.each<[string, string[], string[]]>([
    ['Sanctum vs Passport, which one for our own app?', ['sanctum'], ['passport']],
    ['Sanctum versus Passport', ['sanctum'], ['passport']],
    ['a middleware at the service vs. at the router: what changes?', ['servic'], ['router']],
    ['What is the difference between CSS and XPath selectors?', ['css'], ['xpath', 'selector']],
    ['card payment or invoice - what is the difference?', ['card', 'payment'], ['invoic']],
    ['Which is better, npm or yarn?', ['npm'], ['yarn']],
    ['migrate:fresh or migrate:refresh, when do I take which?', ['fresh'], ['refresh']],
  ])('is what only one of both sides has: %s', (question, one, other) => {
    expect(comparedSides(question, 'en', ['en'])).toMatchObject(
      [one, other].map((terms) => ({ terms, isPlain: false })),
    );
  });

  it('may be a thing and a kind of it, which has all of its words', () => {
    const sides = comparedSides('My Drive or a shared drive, what is the difference?', 'en', ['en']);
    expect(sides).toMatchObject([
      { terms: ['drive'], isPlain: true },
      { terms: ['share'], isPlain: false },
    ]);
  });

  it.each([
    ['de', 'Was ist der Unterschied zwischen Rechnung und Lastschrift?', ['rechnung'], ['lastschrift']],
    ['de', 'Rechnung oder Lastschrift, was ist besser?', ['rechnung'], ['lastschrift']],
    ['es', '¿Cuál es la diferencia entre la factura y el recibo?', ['factur'], ['recib']],
    ['fr', 'Quelle est la différence entre la facture et le reçu ?', ['factur'], ['recu']],
    ['ru', 'Какая разница между паролем и токеном?', ['парол'], ['токен']],
  ])('is found in %s: %s', (language, question, one, other) => {
    expect(comparedSides(question, language, [language])).toMatchObject(
      [one, other].map((terms) => ({ terms, isPlain: false })),
    );
  });

  it.each([
    'Can I pay by card or invoice?',
    'How do I delete a project or a source?',
    'What is between the header and the footer of it',
    'Is there a difference?',
    'vs what',
    'Which is better, a or the?',
    'shared drive or shared drive, what is the difference?',
    '請求書とカードの違いは何ですか',
  ])('is nothing, or nothing that can be told apart: %s', (question) => {
    expect(comparedSides(question, 'en', ['en'])).toBeNull();
  });
});

describe('a section is named for a side', () => {
  const headed = (heading: string) => ({ headings: ['Folders', heading], title: 'Kettle', language: 'en' });

  it.each([[['en']], [['en', 'und']], [['en', 'de', 'und']]])('in documents in %j', (languages) => {
    const question = 'What is the difference between send only and receive only folders?';
    const [send, receive] = comparedSides(question, 'en', languages) ?? [];
    if (!send || !receive) throw new Error('It compares nothing.');
    expect(isNamedFor(send, headed('Send Only Folder'))).toBe(true);
    expect(isNamedFor(receive, headed('Receive Only Folder'))).toBe(true);
    expect(isNamedFor(receive, headed('Receive'))).toBe(false);
    expect(isNamedFor(receive, headed('Send Only Folder'))).toBe(false);
    expect(isCalled(receive, headed('Receiving folders'))).toBe(true);
    expect(isCalled(receive, headed('Receive Folder on a Phone'))).toBe(false);
  });
});
