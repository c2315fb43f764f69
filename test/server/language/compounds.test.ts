import { describe, expect, it } from 'vitest';
import { mayBeCompound, possibleParts } from '../../../server/language/compounds.ts';
import { stem } from '../../../server/language/stem.ts';

describe('the parts of a compound', () => {
  it.each([
    ['de', 'Passwortänderung', 'Passwort', 'ändern'],
    ['de', 'Zertifikatserneuerung', 'Zertifikat', 'erneuern'],
    ['de', 'Nachrichtenlöschung', 'Nachricht', 'löschen'],
    ['de', 'Datensicherung', 'Daten', 'Sicherung'],
    ['de', 'Kinderzimmer', 'Kind', 'Zimmer'],
    ['de', 'Nachrichtengröße', 'Nachricht', 'Größe'],
    ['de', 'Geraetewechsel', 'Gerät', 'Wechsel'],
    ['nl', 'wachtwoordwijziging', 'wachtwoord', 'wijziging'],
    ['sv', 'lösenordsändring', 'lösenord', 'ändring'],
    ['sv', 'säkerhetskopia', 'säkerhet', 'kopia'],
    ['da', 'brugerkonto', 'bruger', 'konto'],
    ['no', 'brukerkonto', 'bruker', 'konto'],
    ['fi', 'salasananvaihto', 'salasana', 'vaihto'],
  ])('are terms of the words that it is made of (%s): %s', (language, word, head, tail) => {
    expect(mayBeCompound({ word, language })).toBe(true);
    expect(possibleParts({ word, language })).toContainEqual([stem(head, language), stem(tail, language)]);
  });

  it('are no function words', () => {
    const parts = new Set(possibleParts({ word: 'Sicherheitsüberprüfung', language: 'de' }).flat());
    for (const word of ['über', 'sich']) expect(parts).not.toContain(stem(word, 'de'));
  });

  it.each([
    ['a language that writes them apart', 'password', 'en'],
    ['scripts without spaces', 'パスワードの変更を行う', 'ja'],
    ['a short word', 'Ordner', 'de'],
    ['a name with figures', 'Passwort2026', 'de'],
    ['an identifier', 'max_anmeldungen', 'de'],
    ['a word of 5,000 letters', 'a'.repeat(5_000), 'de'],
  ])('are not looked for in %s', (_, word, language) => {
    expect(mayBeCompound({ word, language })).toBe(false);
  });
});
