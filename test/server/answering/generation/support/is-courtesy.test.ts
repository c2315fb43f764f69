import { describe, expect, it } from 'vitest';
import { isCourtesy } from '../../../../../server/answering/generation/support/is-courtesy.ts';

describe('a courtesy', () => {
  it.each([
    'Let me know if you need anything else!',
    'Please let me know if you have further questions.',
    'Here is how you do it.',
    'Here’s what you need to know:',
    'You may want to consult the official documentation.',
    'I hope this helps!',
    'Hope that answers your question.',
    'Feel free to ask if you have any other questions about the museum.',
    'If you have any more questions, just ask.',
    'Is there anything else I can help you with?',
    '**Great question!**',
    'Sure!',
    'Ich hoffe, das hilft Ihnen weiter!',
    'Wenn Sie noch Fragen haben, melden Sie sich gern.',
    'N’hésitez pas à me demander.',
    'Espero que esto te ayude.',
    'Spero che questo ti sia utile.',
    'Espero que isso ajude!',
    'Laat het me weten als u nog vragen hebt.',
  ])('is %s', (sentence) => expect(isCourtesy(sentence)).toBe(true));

  it.each([
    'Feel free to use the pool at night.',
    'Of course, dogs may enter.',
    'Si tiene más de una entrada, pase por la puerta norte.',
    'If you have questions, write to help@example.org.',
    'If you have any luggage, leave it at the desk.',
    'If you have a ticket, enter by the north gate.',
    'Let me know if you want to pay 13 euros.',
    'The museum hopes that this helps.',
    'It opens at nine, and I hope this helps.',
  ])('is not %s', (sentence) => expect(isCourtesy(sentence)).toBe(false));
});
