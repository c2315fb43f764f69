/** The words with which a language asks for what a release brought: beginnings, in lower case, separated by spaces. */
export interface ReleaseWords {
  /** For what is new or another. */
  changes: string;
  /** For the release itself. */
  release: string;
  /** For the last one. */
  latest: string;
}

/** By language. */
export const RELEASE_WORDS: Record<string, ReleaseWords> = {
  en: {
    changes: 'chang new note differ bring',
    release: 'release version update',
    latest: 'latest newest last recent current',
  },
  de: {
    changes: 'änder geändert neu unterschied bring',
    release: 'version release veröffentlich update aktualisier',
    latest: 'neueste letzte aktuell',
  },
  es: { changes: 'cambi noved nuev trae', release: 'versi lanza actualiz', latest: 'últim reciente actual' },
  fr: { changes: 'chang nouve apport', release: 'version sorti', latest: 'derni récent actuel' },
  it: { changes: 'cambi novità nuov', release: 'version rilasci aggiorn', latest: 'ultim recent attual' },
  nl: {
    changes: 'wijzig gewijzigd verander nieuw',
    release: 'versie release update',
    latest: 'laatste nieuwste recent huidig',
  },
  pt: { changes: 'mud novidade nov traz', release: 'vers lança atualiz', latest: 'últim recent atual' },
  ru: { changes: 'измен нов', release: 'верси релиз обновл выпу', latest: 'последн новейш текущ' },
};
