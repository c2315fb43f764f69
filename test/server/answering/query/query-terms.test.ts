import { describe, expect, it } from 'vitest';
import { queryTermsFor } from '../../../../server/answering/query/query-terms.ts';
import type { Reference } from '../../../../server/answering/query/stands-alone.ts';
import { stem } from '../../../../server/language/stem.ts';
import { memoryStore } from '../memory-store.ts';

async function termsOf(question: string, language: string, ...texts: string[]) {
  const store = memoryStore(texts.map((text, at) => ({ title: `Page ${at}`, text, language })));
  return queryTermsFor(store, 'proj', { text: question, context: '', language }, [language]);
}

describe('the terms of a question', () => {
  it('are those of the documents where it is typed without accents', async () => {
    const { own, unknown } = await termsOf('configuracion del servidor', 'es', 'La configuración del servidor.');
    expect(own).toEqual([stem('configuración', 'es'), stem('servidor', 'es')]);
    expect(unknown).toEqual([]);
  });

  it('stay what they are where no document has them with accents', async () => {
    const { own, unknown } = await termsOf('suscripcion', 'es', 'La configuración del servidor.');
    expect(own).toEqual(['suscripcion']);
    expect(unknown).toEqual(['suscripcion']);
  });

  it('are those of the documents where a few words without accents look like another language', async () => {
    for (const question of ['configuracion', 'instalacion docker', 'Configuracion login']) {
      const { unknown } = await termsOf(question, 'es', 'La configuración y la instalación de docker con login.');
      expect(unknown).toEqual([]);
    }
  });

  it('are those of the documents where some of these are in no language that is known', async () => {
    const store = memoryStore([
      { title: 'Page', text: 'La configuración del servidor.', language: 'es' },
      { title: 'Prices', text: '12 34 56', language: 'und' },
    ]);
    const understood = { text: 'configuracion', context: '', language: 'und' };
    const { own } = await queryTermsFor(store, 'proj', understood, ['es', 'und']);
    expect(own).toContain(stem('configuración', 'es'));
  });

  it('are both where documents have both', async () => {
    const { own, forms } = await termsOf('el dialogo media', 'es', 'Una media de tres.', 'La medía ayer.');
    expect(own).toContain(stem('media', 'es'));
    for (const [term, all] of forms) expect(all).toContain(term);
  });

  it('have umlauts where they are typed as two letters', async () => {
    const { own } = await termsOf('Passwort aendern', 'de', 'So ändern Sie das Passwort.');
    expect(own).toEqual([stem('passwort', 'de'), stem('ändern', 'de')]);
  });

  it('have the verb whole whose particle stands at the end', async () => {
    const text = 'Zum Einfügen einer Tabelle die Einfügemarke setzen. Tabelle einfügen und ausschneiden.';
    for (const question of [
      'Wie füge ich eine Tabelle ein?',
      'Wie füge ich eine Tabelle ein und wie drucke ich sie?',
    ]) {
      const { own } = await termsOf(question, 'de', text);
      expect(own).toContain(stem('einfügen', 'de'));
    }
    const { own } = await termsOf('Wie füge ich eine Tabelle in ein Dokument?', 'de', text);
    expect(own).not.toContain(stem('einfügen', 'de'));
  });
});

describe('a compound that no passage has', () => {
  const CERTIFICATE = 'Das Zertifikat läuft nach neunzig Tagen ab. Sie können es jederzeit erneuern.';
  const parts = [stem('Zertifikat', 'de'), stem('erneuern', 'de')];

  it('stands for its parts where passages have both', async () => {
    const { own, compounds, roles, unknown } = await termsOf('Zertifikatserneuerung klappt nicht', 'de', CERTIFICATE);
    expect(own).toEqual([...parts, stem('klappt', 'de')]);
    expect(compounds).toEqual([parts]);
    expect([...roles.keys()]).toEqual(own);
    expect(unknown).toEqual([stem('klappt', 'de')]);
  });

  it('stays whole where they have one part alone, or the compound itself', async () => {
    for (const text of ['Das Zertifikat läuft ab.', `${CERTIFICATE} Die Zertifikatserneuerung geschieht nachts.`]) {
      const { own, compounds } = await termsOf('Zertifikatserneuerung', 'de', text);
      expect(own).toEqual([stem('Zertifikatserneuerung', 'de')]);
      expect(compounds).toEqual([]);
    }
  });

  it('stays whole in languages that write such words apart', async () => {
    const { own } = await termsOf('passwordreset', 'en', 'Reset the password.');
    expect(own).toEqual(['passwordreset']);
  });

  it('has its parts in place of its terms in all languages of the documents', async () => {
    const store = memoryStore([
      { title: 'Zertifikat', text: CERTIFICATE, language: 'de' },
      { title: 'Certificate', text: 'The certificate is renewed.', language: 'en' },
    ]);
    const query = { text: 'Zertifikatserneuerung', context: '', language: 'de' };
    const { own, forms } = await queryTermsFor(store, 'proj', query, ['de', 'en']);
    expect(own).toEqual(parts);
    expect([...forms]).toEqual([]);
  });

  it('has its parts where a follow-up carries it', async () => {
    const store = memoryStore([{ title: 'Zertifikat', text: CERTIFICATE, language: 'de' }]);
    const query = { text: 'wie oft', context: 'Zertifikatserneuerung', language: 'de' };
    const { carried, compounds } = await queryTermsFor(store, 'proj', query, ['de']);
    expect(carried).toEqual(parts);
    expect(compounds).toEqual([]);
  });

  it('is not taken apart while it is typed', async () => {
    const store = memoryStore([
      { title: 'Zertifikat', text: `${CERTIFICATE} Zertifikatserneuerungsdienst.`, language: 'de' },
    ]);
    const word = 'Zertifikatserneuerung';
    const query = { text: word, begun: word, context: '', language: 'de' };
    const { own, compounds, prefix } = await queryTermsFor(store, 'proj', query, ['de']);
    expect(own).toEqual([prefix]);
    expect(compounds).toEqual([]);
  });

  it('is looked up a bounded number of times in a hostile question', async () => {
    const store = memoryStore([{ title: 'Zertifikat', text: CERTIFICATE, language: 'de' }]);
    let lookedUp = 0;
    const search: typeof store.search = {
      ...store.search,
      frequencies: (projectId, terms, options) => {
        lookedUp += terms.length;
        return store.search.frequencies(projectId, terms, options);
      },
    };
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const text = Array.from(letters, (letter, at) => `${letter}${letters.slice(at)}${letters}`.slice(0, 40)).join(' ');
    await queryTermsFor({ ...store, search }, 'proj', { text, context: '', language: 'de' }, ['de']);
    expect(lookedUp).toBeLessThan(600);
  });
});

describe('what a follow-up carries', () => {
  it('counts more where a pronoun stands for it', async () => {
    const store = memoryStore([{ title: 'Alarm', text: 'The alarm rings.' }]);
    const weightAs = async (reference?: Reference) => {
      const query = { text: 'turn it off', context: 'alarm', language: 'en', ...(reference && { reference }) };
      const { weights, carried } = await queryTermsFor(store, 'proj', query, ['en']);
      expect(carried).toEqual(['alarm']);
      return weights.get('alarm') ?? 0;
    };
    expect(await weightAs('pronoun')).toBeGreaterThan(1.5 * (await weightAs('joined')));
    for (const reference of ['joined', 'incomplete', 'short', undefined] as const)
      expect(await weightAs(reference)).toBe(await weightAs());
  });
});
