/** The words with which a language compares two things. */
export interface ComparisonWords {
  /** “A *or* B”. */
  or: string;
  /** “The difference *between* A *and* B”. */
  between: string;
  and: string;
  /** Beginnings of words that ask for a difference or a choice: without one of them, neither need compare. */
  asking: string;
}

/** Between two things in most languages. */
export const VERSUS = new Set(['vs', 'versus']);

/** Lower case, separated by spaces, by language. */
export const COMPARISON_WORDS: Record<string, ComparisonWords> = {
  en: { or: 'or', between: 'between', and: 'and', asking: 'differ compar which better prefer when instead' },
  de: {
    or: 'oder',
    between: 'zwischen',
    and: 'und',
    asking: 'unterschied unterscheid vergleich welche besser wann statt',
  },
  es: { or: 'o u', between: 'entre', and: 'y e', asking: 'diferenci compar cuál cual mejor cuándo cuando' },
  fr: { or: 'ou', between: 'entre', and: 'et', asking: 'différen compar quel laquelle lequel mieux quand' },
  it: { or: 'o oppure', between: 'tra fra', and: 'e ed', asking: 'differen confront quale meglio quando' },
  nl: { or: 'of', between: 'tussen', and: 'en', asking: 'verschil vergelijk welke beter wanneer' },
  pt: { or: 'ou', between: 'entre', and: 'e', asking: 'diferen compar qual melhor quando' },
  ru: { or: 'или', between: 'между', and: 'и', asking: 'разниц отлич различ сравн какой какую лучше когда' },
};
