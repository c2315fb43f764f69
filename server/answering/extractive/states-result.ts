import { TABLE_WORDS } from '../../language/vocabulary/table-words.ts';
import type { Excerpt } from '../passages/render-excerpt.ts';
import { placeOfPhrase, type TableQuestion, tokensOf } from '../query/table-question.ts';

/**
 * May the excerpts state what is asked for? A count is a number, and a sum or an average is called so. Nothing is calculated, so
 * where they have neither, they are not the answer, however much they have of its words.
 */
export function statesResult(question: TableQuestion | null, excerpts: Excerpt[], language: string): boolean {
  const { aim = null } = question ?? {};
  if (aim !== 'count' && aim !== 'sum' && aim !== 'average') return true;
  const shown = excerpts.map(({ passage, start, end }) => passage.text.slice(start, end)).join('\n');
  if (aim === 'count' && /\p{N}/u.test(shown)) return true;
  const words = TABLE_WORDS[language === 'und' ? 'en' : language];
  const tokens = tokensOf(shown);
  const phrases = aim === 'count' ? words?.numbers : words?.[aim];
  return (phrases ?? '').split(', ').some((phrase) => placeOfPhrase(tokens, phrase.split(' ')) !== null);
}
