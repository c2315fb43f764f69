import { describe, expect, it } from 'vitest';
import { otherSpellings } from '../../../server/language/other-spellings.ts';
import { stem } from '../../../server/language/stem.ts';
import { expectLinear } from '../../helpers/timing/growth.ts';

describe('otherSpellings', () => {
  it.each([
    ['es', 'configuracion', 'configuración'],
    ['es', 'categoria', 'categoría'],
    ['es', 'garantias', 'garantías'],
    ['pt', 'instalacao', 'instalação'],
    ['pt', 'configuracoes', 'configurações'],
    ['fr', 'securite', 'sécurité'],
    ['fr', 'fonctionnalites', 'fonctionnalités'],
    ['fr', 'acces', 'accès'],
    ['it', 'qualita', 'qualità'],
    ['de', 'aendern', 'ändern'],
    ['de', 'Schluessel', 'schlüssel'],
  ])('restores in %s the accents whose lack changes the stem: %s', (language, typed, written) => {
    const stems = otherSpellings(typed, language).map((spelling) => stem(spelling, language));
    expect(stems).toContain(stem(written, language));
    expect(stem(typed, language)).not.toBe(stem(written, language));
  });

  it.each([
    ['colours', 'colors'],
    ['behaviour', 'behavior'],
    ['favourite', 'favorite'],
    ['customised', 'customized'],
    ['organisation', 'organization'],
    ['analyse', 'analyze'],
    ['cancelled', 'canceled'],
    ['labelling', 'labeling'],
    ['centre', 'center'],
    ['licence', 'license'],
    ['catalogues', 'catalogs'],
    ['greyed', 'grayed'],
  ])('writes English as in Britain and as in America: %s, %s', (british, american) => {
    expect(otherSpellings(british, 'en')).toEqual([american]);
    expect(otherSpellings(american, 'en')).toEqual([british]);
  });

  it('writes the verb as the noun that it is in America', () => {
    expect(otherSpellings('practising', 'en')).toEqual(['practicing']);
  });

  it('writes a version with its mark and without', () => {
    expect(otherSpellings('2.3.0', 'en')).toEqual(['v2.3.0']);
    expect(otherSpellings('v2.3.0', 'de')).toEqual(['2.3.0']);
    expect(otherSpellings('v2', 'en')).toEqual([]);
  });

  it.each([
    ['es', 'configuración'],
    ['fr', 'sécurité'],
    ['de', 'ändern'],
    ['en', 'configuracion'],
    ['en', 'laboratory'],
    ['en', 'parameter'],
    ['en', 'installed'],
    ['en', 'monitor'],
    ['en', 'source'],
    ['es', 'servidor'],
  ])('leaves alone in %s what has its accents, or needs none: %s', (language, typed) => {
    expect(otherSpellings(typed, language)).toEqual([]);
  });

  it('takes linear time', () => expectLinear(200_000, (length) => otherSpellings('ae'.repeat(length / 2), 'de')));
});
