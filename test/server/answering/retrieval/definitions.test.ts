import { describe, expect, it } from 'vitest';
import {
  askedToDefine,
  definitionIn,
  rankDefinitionsFirst,
} from '../../../../server/answering/retrieval/definitions.ts';
import { rankedFor, textsOf } from './ranked.ts';

const CREATES = 'To create a setup key, open Settings and press Create setup key.';

/** The order of passages, each given with its logit. */
const ranking = (question: string, language: string, ...passages: Parameters<typeof rankedFor>[2][]) =>
  textsOf(rankDefinitionsFirst(rankedFor(question, language, ...passages), { text: question, language }));

/** The order of two passages of which the first is likelier by a logit. */
const orderOf = (question: string, language: string, first: string, second: string) =>
  ranking(question, language, [first, 2], [second, 1]);

describe('a question what a thing is', () => {
  it.each([
    ['en', 'What is a setup key?', 'A setup key is a token that registers machines.'],
    ['en', "what's a setup key", 'Read this first. Setup keys are tokens.'],
    ['en', 'what are setup keys?', 'Setup keys let you register machines.'],
    ['en', 'What is the default setup key?', 'The default setup key is “none”.'],
    ['en', 'What is SSO?', 'SSO (formerly shared login) is one login for all services.'],
    ['en', 'What is SSO?', 'Single sign-on (SSO) is one login for all services.'],
    ['en', 'What is single sign-on?', 'Single sign-on (SSO) is one login for all services.'],
    ['en', 'What are setup keys?', 'Setup keys (we also call them “tokens”) are, in fact, files.'],
    ['en', 'What is a setup key?', 'Setup keys in Kilnhouse are tokens.'],
    ['en', 'What is a setup key?', 'In Kilnhouse, a setup key is a token.'],
    ['de', 'Was ist ein Brennofen?', 'Ein Brennofen ist ein Ofen für Ton.'],
    ['fr', 'Qu’est-ce qu’un four ?', 'Un four est un appareil.'],
    ['es', '¿Qué es un horno?', 'Un horno es un aparato.'],
    ['ru', 'Что такое печь?', 'Печь — это устройство.'],
  ])('%s: “%s” finds “%s” first', (language, question, definition) => {
    expect(orderOf(question, language, CREATES, definition)).toEqual([definition, CREATES]);
  });

  it.each([
    ['What is a setup key?', 'When a setup key is used, it expires.'],
    ['What is a setup key?', 'The setup key of the router is new.'],
    ['What is a setup key?', 'The second setup key is new.'],
    ['What is a setup key?', 'A setup key in the list is new.'],
    ['What is a setup key?', 'The router (see the setup key) is new.'],
    ['What are scripts?', 'Script.Zone is a website for scripts.'],
    ['How do I make a setup key?', 'A setup key is a token.'],
    ['What is a setup key and how long is it valid?', 'A setup key is a token.'],
  ])('“%s” is not answered by “%s” rather than by anything else', (question, text) => {
    expect(orderOf(question, 'en', CREATES, text)).toEqual([CREATES, text]);
  });

  it('is answered by the beginning of the section that is named for it, where no sentence defines it', () => {
    const [first, second] = ['They come in kinds.', 'A note type may be changed later.'];
    const order = (question: string, heading: string) =>
      ranking(
        question,
        'en',
        [second, 1.5, { headings: [heading], seq: 3 }],
        [first, 1, { headings: [heading], seq: 2 }],
      );
    expect(order('What is a note type?', 'Note types')).toEqual([first, second]);
    expect(order('What is a note type?', 'Adding a note type')).toEqual([second, first]);
    expect(order('How do I change a note type?', 'Note types')).toEqual([second, first]);
  });

  it('is answered by the section whose heading asks the same, before sentences that only look like a definition', () => {
    const [annoys, happens, goesOn] = ['Conflicts are annoying.', 'It happens when both edit a note.', 'It is rare.'];
    const order = (question: string, heading: string) =>
      ranking(
        question,
        'en',
        [annoys, 2, { headings: ['How to avoid conflicts?'] }],
        [goesOn, 1.5, { headings: [heading], seq: 3 }],
        [happens, 1, { headings: [heading], seq: 2 }],
      );
    expect(order('what is a conflict', 'What are conflicts?')[0]).toBe(happens);
    expect(order('what is a conflict', 'What is a merge conflict?')[0]).toBe(annoys);
    expect(order('how do I solve a conflict', 'What is a conflict?')[0]).toBe(annoys);
  });

  it('is known in the languages that have words for it, and where it names something', () => {
    expect(askedToDefine('What is a key?', 'und')).toBeNull();
    expect(askedToDefine('What is it?', 'en')).toBeNull();
  });

  it('is answered by the first such sentence', () => {
    const asked = askedToDefine('What is a setup key?', 'en');
    const [ranked] = rankedFor('What is a setup key?', 'en', [
      `${CREATES} A setup key is a token. A setup key is long.`,
      1,
    ]);
    const { match } = ranked as NonNullable<typeof ranked>;
    const { start = 0, end = 0 } = (asked && definitionIn(match, asked)) ?? {};
    expect(match.passage.text.slice(start, end).trim()).toBe('A setup key is a token.');
  });
});
