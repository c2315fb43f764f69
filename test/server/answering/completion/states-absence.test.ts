import { describe, expect, it } from 'vitest';
import { statesAbsence } from '../../../../server/answering/completion/states-absence.ts';

describe('a statement that the passages say nothing', () => {
  it.each([
    'The passages do not mention dogs.',
    'The provided passages don’t specify a price for groups.',
    '- However, the documentation does not explicitly state the limit.',
    'There is no information about parking in the passages.',
    'I could not find any details about dogs in the provided documents.',
    'Whether dogs may enter is not mentioned in the passages.',
    '**Note that** the context does not say when it closes on 25 December.',
    'The passages do not show how to bring a dog.',
    'The passages do not name a price.',
    'Die Textstellen zeigen nicht, wie man bucht.',
    'Die Textstellen erwähnen keine Hunde.',
    'Die Dokumente sagen nichts über Hunde.',
    'Les passages ne mentionnent pas les chiens.',
    'Los pasajes no mencionan perros.',
    '提供的段落没有提到狗。',
    '提供された文書には犬についての記載がありません。',
  ])('is %s', (sentence) => expect(statesAbsence(sentence)).toBe(true));

  it.each([
    'Dogs are not allowed.',
    'The passages say that dogs are not allowed.',
    'The passages do not mention dogs, but cats are welcome.',
    'The passages do not mention dogs; they may enter.',
    'The text field does not contain spaces.',
    'The museum does not open on Mondays.',
    'Die Dokumente liegen im Archiv.',
    'There is no entrance fee.',
  ])('is not %s', (sentence) => expect(statesAbsence(sentence)).toBe(false));
});
