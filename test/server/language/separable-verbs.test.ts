import { describe, expect, it } from 'vitest';
import { separableVerbs } from '../../../server/language/separable-verbs.ts';
import { words } from '../../../server/language/words.ts';
import { expectLinear } from '../../helpers/timing/growth.ts';

const verbsOf = (text: string) => Object.fromEntries(separableVerbs(text, words(text)));

describe('separableVerbs', () => {
  it.each([
    ['Wie schalte ich die Silbentrennung aus?', 'ausschalte'],
    ['Wie lege ich Seiten an, wenn ich keine Rechte habe?', 'anlege'],
    ['wie melde ich mich ab und wie melde ich mich an', 'abmelde'],
    ['Welche Taste fügt einen Umbruch ein?', 'einfügen'],
    ['wie legst du seiten an', 'anlegen'],
    ['Wann läuft der Vertrag aus', 'ausläuft'],
  ])('puts the particle at the end of a clause before its verb: %s', (text, verb) => {
    expect(Object.values(verbsOf(text)).flat()).toContain(verb);
  });

  it('passes over nouns, and particles that are prepositions', () => {
    expect(verbsOf('Wie schalte ich die Silbentrennung aus?')).not.toHaveProperty('Silbentrennung');
    expect(verbsOf('Wie drucke ich aus dem Browser auf Papier?')).toEqual({});
  });

  it.each([
    ['ein, ', 'drucke '],
    ['auf', ''],
    ['ein ', ''],
  ])('takes linear time on hostile text: %s', (flood, rest) =>
    expectLinear(200_000, (length) => verbsOf((flood + rest).repeat(length / (flood + rest).length))),
  );
});
