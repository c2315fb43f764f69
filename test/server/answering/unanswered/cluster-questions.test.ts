import { describe, expect, it } from 'vitest';
import { clusterQuestions, profileOf } from '../../../../server/answering/unanswered/cluster-questions.ts';
import { expectLinear } from '../../../helpers/timing/growth.ts';

const LANGUAGES = ['en', 'de', 'es', 'ja', 'ru'];

function grouped(texts: string[]): string[][] {
  const questions = texts.map((text) => profileOf(text, LANGUAGES));
  return clusterQuestions(questions).map((members) => members.map((at) => texts[at] ?? ''));
}

describe('questions that were refused', () => {
  it.each([
    ['Is there parking?', 'Do you have parking?'],
    ['openning hours', 'What are the opening hours?'],
    ['How do I cancel my subscription?', 'cancel subscription'],
    ['Kann ich mein Abo kündigen?', 'Wie kündige ich mein Abo?'],
    ['営業時間は何時ですか', '営業時間を教えてください'],
    ['Do you ship to Chile?', 'Can you ship orders to Chile?'],
    ['Как отменить подписку?', 'Хочу отменить подписку'],
  ])('ask for the same: %s · %s', (one, other) => {
    expect(grouped([one, other])).toEqual([[one, other]]);
    expect(grouped([other, one])).toEqual([[other, one]]);
  });

  it.each([
    ['Is there parking?', 'What does parking cost?'],
    ['Do you ship to Chile?', 'Do you ship to Norway?'],
    ['When do you open?', 'When do you close?'],
    ['Wie kündige ich mein Abo?', 'Was kostet mein Abo?'],
    ['¿Cuánto cuesta el envío a Chile?', '¿Cuánto cuesta el envío a Perú?'],
    ['Can I pay by invoice?', 'Can I pay by credit card?'],
    ['営業時間は何時ですか', '電話番号は何ですか'],
  ])('do not ask for the same: %s · %s', (one, other) => {
    expect(grouped([one, other])).toEqual([[one], [other]]);
  });

  it('keep their groups while others are added', () => {
    const texts = [
      'Do you ship to Chile?',
      'Is there parking?',
      'Can you ship orders to Chile?',
      'When do you open?',
      'do you have PARKING',
      '???',
      '',
    ];
    const whole = grouped(texts);
    expect(whole).toEqual([[texts[0], texts[2]], [texts[1], texts[4]], [texts[3]], ...whole.slice(3)]);
    for (let length = 1; length <= texts.length; length += 1) {
      const some = grouped(texts.slice(0, length));
      expect(some).toEqual(
        whole.map((group) => group.filter((text) => texts.indexOf(text) < length)).filter((group) => group.length > 0),
      );
    }
  });

  it('are grouped in linear time, however many share no word', () =>
    expectLinear(8_000, (many) =>
      grouped(Array.from({ length: many }, (_, at) => `subject${at} item${at} price${at}?`)),
    ));
});
