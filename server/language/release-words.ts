/** The words with which a language asks for what a release brought: beginnings, in lower case, separated by spaces. */
export interface ReleaseWords {
  /** For what is new or another. */
  changes: string;
  /** For the release itself. */
  release: string;
}

/** By language. */
export const RELEASE_WORDS: Record<string, ReleaseWords> = {
  en: { changes: 'chang new note differ', release: 'release version update' },
  de: { changes: 'änder geändert neu unterschied', release: 'version release veröffentlich update aktualisier' },
  es: { changes: 'cambi noved nuev', release: 'versi lanza actualiz' },
  fr: { changes: 'chang nouve apport', release: 'version sorti' },
  it: { changes: 'cambi novità nuov', release: 'version rilasci aggiorn' },
  nl: { changes: 'wijzig gewijzigd verander nieuw', release: 'versie release update' },
  pt: { changes: 'mud novidade nov', release: 'vers lança atualiz' },
  ru: { changes: 'измен нов', release: 'верси релиз обновл выпу' },
};
