import { describe, expect, it } from 'vitest';
import { builtinVectors } from '../../../../server/engines/builtin/read-vectors.ts';
import {
  createWordSimilarity as createSimilarity,
  directionsIn,
  directionTable,
} from '../../../../server/engines/builtin/word-similarity.ts';

const WORDS =
  'how can visitors remove their stored messages before the monthly backup of every project begins again'.split(' ');
const createWordSimilarity = (question: string) => {
  const similarity = createSimilarity(question);
  return (text: string) => similarity(directionsIn(text));
};

const TEXTS = ['Delete a conversation to erase what a user wrote.', 'The weekly archive is made at night.', ''];

/** The vector of a word in whole numbers, as the comparison keeps it, and its length. */
function directionOf(word: string): { values: number[]; weight: number } {
  const vector = [...builtinVectors().vectorOf(word)];
  const weight = Math.sqrt(vector.reduce((sum, value) => sum + value ** 2, 0));
  return { values: vector.map((value) => (weight > 0 ? Math.round((127 * value) / weight) : 0)), weight };
}

/** The same, one product after the other. */
function expected(question: string[], text: string): number {
  const others = (text.toLowerCase().match(/[a-z]+/g) ?? []).map(directionOf);
  const asked = [...new Set(question)]
    .map(directionOf)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 12);
  const cosine = (a: number[], b: number[]) =>
    Math.min(1, a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0) / 127 ** 2);
  const parts = asked.map(
    ({ values, weight }) => weight * Math.max(0, ...others.map((other) => cosine(values, other.values))),
  );
  const total = asked.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : parts.reduce((sum, part) => sum + part, 0) / total;
}

describe('the similarity of words', () => {
  it('is the weighted highest cosine of each word, however many words a question has', () => {
    for (let count = 0; count <= WORDS.length; count++) {
      const question = WORDS.slice(0, count);
      const similarity = createWordSimilarity(question.join(' '));
      for (const text of TEXTS) expect(similarity(text)).toBeCloseTo(expected(question, text), 6);
    }
  });

  it('is the same for a text that it has seen', () => {
    const similarity = createWordSimilarity('remove messages');
    const [text = ''] = TEXTS;
    expect(similarity(text)).toBe(similarity(text));
    expect(createWordSimilarity('remove messages')(text)).toBe(similarity(text));
    expect(createWordSimilarity('nightly archive')(text)).not.toBe(similarity(text));
  });

  it('of several texts is that of all in one', () => {
    const similarity = createSimilarity('remove messages at night');
    expect(similarity(...TEXTS.map((text) => directionsIn(text)))).toBe(similarity(directionsIn(TEXTS.join('\n'))));
  });

  it('is the same where several questions are compared by turns', () => {
    const questions = [WORDS.slice(0, 5), WORDS.slice(5, 9), WORDS];
    const similarities = questions.map((words) => createWordSimilarity(words.join(' ')));
    for (const text of TEXTS)
      for (const [at, words] of questions.entries())
        expect(similarities[at]?.(text)).toBeCloseTo(expected(words, text), 10);
  });

  it('is the same for a comparison and a text that are older than the table of directions', () => {
    const [text = ''] = TEXTS;
    const [older, read] = [createSimilarity('remove messages'), directionsIn(text)];
    const before = older(read);
    directionsIn(Array.from({ length: 41_000 }, (_, at) => `w${at}x`).join(' '));
    const newer = createSimilarity('remove messages');
    const other = 'Messages of visitors can be removed.';
    expect(newer(read)).toBe(before);
    expect(read.table).toBe(directionTable());
    expect(older(read)).toBe(before);
    expect(read.table).toBe(directionTable());
    expect(older(directionsIn(other))).toBe(newer(directionsIn(other)));
  });
});
