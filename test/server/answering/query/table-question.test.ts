import { describe, expect, it } from 'vitest';
import { readTableQuestion } from '../../../../server/answering/query/table-question.ts';
import { TABLE_WORDS } from '../../../../server/language/vocabulary/table-words.ts';

describe('a question about the rows of a table', () => {
  it.each([
    ['en', 'How many plans are there?', 'count'],
    ['en', 'Which plan is the cheapest?', 'cheapest'],
    ['en', 'Which is the least expensive plan?', 'cheapest'],
    ['en', 'Which airline has the highest number of seats?', 'most'],
    ['en', 'What is the total price of both?', 'sum'],
    ['en', 'What is the total number of rooms?', 'count'],
    ['en', 'What is the average price?', 'average'],
    ['en', 'What is the mean of both?', 'average'],
    ['de', 'Was sind die Gesamtkosten?', 'sum'],
    ['it', 'Quanto si paga in media?', 'average'],
    ['en', 'List all error codes', 'list'],
    ['de', 'Welcher Tarif ist am günstigsten?', 'cheapest'],
    ['de', 'Welche Tarife gibt es?', 'list'],
    ['de', 'Wie viele Räume gibt es?', 'count'],
    ['es', '¿Cuántas salas hay?', 'count'],
    ['fr', 'Quel forfait est le moins cher ?', 'cheapest'],
    ['it', 'Quanti piani ci sono?', 'count'],
    ['nl', 'Welke kamer is het grootste?', 'most'],
    ['pt', 'Qual é o plano mais barato?', 'cheapest'],
    ['ru', 'Сколько тарифов?', 'count'],
  ])('asks for what is counted or compared (%s): %s', (language, question, aim) => {
    expect(readTableQuestion(question, language)).toMatchObject({ aim, condition: null });
  });

  it.each([
    ['en', 'Which rooms have more than 20 seats?', 'above', '20', 'seats'],
    ['en', 'plans under $1,200', 'below', '1,200', '$'],
    ['en', 'Which machines have at least 8 GB of memory?', 'atLeast', '8', 'gb'],
    ['en', 'rooms with no more than 5 %', 'atMost', '5', '%'],
    ['de', 'Räume mit mehr als 20 Plätzen', 'above', '20', 'plätzen'],
    ['fr', 'les salles de plus de 20 places', 'above', '20', 'places'],
    ['ru', 'комнаты не менее 20 мест', 'atLeast', '20', 'мест'],
  ])('has a condition (%s): %s', (language, question, relation, number, unit) => {
    expect(readTableQuestion(question, language)?.condition).toEqual({ relation, number, unit });
  });

  it.each([
    ['en', 'How do I add a room?'],
    ['en', 'What does the red mark mean?'],
    ['en', 'Can I turn it off altogether?'],
    ['en', 'Can it be combined with a voucher?'],
    ['en', 'Does this visit count as one?'],
    ['de', 'Wie hängen beide zusammen?'],
    ['de', 'Wie lösche ich mein gesamtes Konto?'],
    ['es', '¿Se hace en media hora?'],
    ['fr', 'Comment changer de moyen de paiement ?'],
    ['it', 'Come collego i social media?'],
    ['nl', 'Kan ik met iemand samen schrijven?'],
    ['en', 'Where is it more than a hint?'],
    ['cs', 'Kolik je tarifů?'],
  ])('is no other one (%s): %s', (language, question) => {
    expect(readTableQuestion(question, language)).toBeNull();
  });

  it('asks for no least with “at least”', () => {
    expect(readTableQuestion('rooms with at least 5 seats', 'en')?.aim).toBeNull();
  });

  it('is understood in English where its language is not known', () => {
    expect(readTableQuestion('How many plans?', 'und')).toMatchObject({ aim: 'count' });
  });

  it('has all words in lower case, and none twice', () => {
    for (const words of Object.values(TABLE_WORDS))
      for (const phrases of Object.values<string>({ ...words })) {
        const all = phrases.split(', ');
        expect(phrases).toBe(phrases.toLowerCase());
        expect(new Set(all).size).toBe(all.length);
      }
  });
});
