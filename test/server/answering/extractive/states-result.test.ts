import { describe, expect, it } from 'vitest';
import { statesResult } from '../../../../server/answering/extractive/states-result.ts';
import { readTableQuestion } from '../../../../server/answering/query/table-question.ts';
import { passage } from '../passages.ts';

const states = (question: string, text: string, language = 'en') =>
  statesResult(
    readTableQuestion(question, language),
    [{ passage: passage(text), start: 0, end: text.length, key: null }],
    language,
  );

describe('what is counted or calculated', () => {
  it.each([
    ['How many holidays are there?', 'There are 14 holidays.', 'en'],
    ['How many holidays are there?', 'There are eleven holidays.', 'en'],
    ['Wie viele Feiertage gibt es?', 'Es gibt elf Feiertage.', 'de'],
    ['What is the average wait?', 'You wait ten minutes on average.', 'en'],
    ['What is the total price?', 'The price comes to $12 in total.', 'en'],
    ['Where is the garden?', 'Behind the house.', 'en'],
    ['Kolik je svátků?', 'Svátky jsou volné dny.', 'cs'],
  ])('may be stated: %s', (question, text, language) => {
    expect(states(question, text, language)).toBe(true);
  });

  it.each([
    ['How many holidays are there?', 'Holidays are days off for everybody.'],
    ['What is the average wait?', 'You wait ten minutes in summer.'],
    ['What is the total price?', 'A ticket costs $12.'],
  ])('is not stated: %s', (question, text) => {
    expect(states(question, text)).toBe(false);
  });
});
