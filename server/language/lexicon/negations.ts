/**
 * What negates, by language. Words are separated by spaces, lower case, as tokens are read: apostrophes and hyphens separate
 * tokens. Languages without spaces have patterns instead, as their words cannot be told apart.
 */
interface Negations {
  /** Negate what follows them, up to the end of the clause; if nothing follows, what is before them. */
  words: string;
  /** Negate the next word only: “without”. */
  prepositions: string;
  /** Phrases with such words that do not negate, or set a limit instead: regular expressions over lower-case text. */
  exceptions: string[];
}

export const NEGATIONS: Record<string, Negations> = {
  en: {
    words:
      'not no never cannot none neither nor nobody nothing nowhere unable impossible fail fails failed isn’t aren’t wasn’t weren’t don’t doesn’t didn’t won’t wouldn’t can’t couldn’t shouldn’t mustn’t needn’t hasn’t haven’t hadn’t prevent prevents prevented preventing avoid avoids avoided',
    prepositions: 'without',
    exceptions: [
      'not only',
      'not just',
      'no matter',
      'whether or not',
      'or not',
      'if not',
      'not (?:more|less|fewer|later|earlier) than',
      'no (?:more|less|fewer|later|earlier) than',
      '(?:not|never|cannot) exceed',
      'not necessarily',
      'no\\. \\d',
      'fail(?:s|ed)?(?! to)',
    ],
  },
  de: {
    words:
      'nicht kein keine keinen keinem keiner keines nie niemals weder niemand nichts nirgends unmöglich verhindert verhindern vermeidet vermeiden',
    prepositions: 'ohne',
    exceptions: [
      'nicht nur',
      'nicht (?:mehr|länger|später|weniger) als',
      'ob oder nicht',
      'nicht überschreiten',
      'nicht zuletzt',
    ],
  },
  fr: {
    words: 'ne n aucun aucune ni jamais impossible non personne empêche empêchent empêcher évite éviter',
    prepositions: 'sans',
    exceptions: [
      'non seulement',
      'sans doute',
      // “ne … que” is “only”.
      "n(?:e |['’])(?:[\\p{L}-]+ ){1,3}(?:que |qu['’])",
      "n(?:e |['’])(?:[\\p{L}-]+ ){1,3}pas (?:dépasser|excéder|plus de|moins de)",
      'pas (?:plus|moins) de',
    ],
  },
  es: {
    words: 'no nunca jamás ningún ninguno ninguna ni nadie nada tampoco imposible impide impiden impedir evita evitar',
    prepositions: 'sin',
    exceptions: [
      'no s[oó]lo',
      'no solamente',
      'no (?:\\p{L}+ ){0,2}(?:más|menos) (?:de|que)',
      'sin embargo',
      'no obstante',
      'no (?:debe |puede )?(?:exceder|superar)',
    ],
  },
  it: {
    words: 'non mai nessun nessuno nessuna né nulla niente impossibile impedisce impedire evita evitare',
    prepositions: 'senza',
    exceptions: ['non solo', 'non (?:\\p{L}+ ){0,2}(?:più|meno) di', 'non (?:deve |può )?superare'],
  },
  pt: {
    words: 'não nunca jamais nenhum nenhuma nem ninguém nada impossível impede impedir evita evitar',
    prepositions: 'sem',
    exceptions: [
      'não s[oó]',
      'não apenas',
      'não (?:\\p{L}+ ){0,2}(?:mais|menos) (?:de|que|do)',
      'não (?:deve |pode )?exceder',
    ],
  },
  nl: {
    words: 'niet geen nooit noch niemand niets nergens onmogelijk voorkomt voorkomen vermijdt',
    prepositions: 'zonder',
    exceptions: ['niet alleen', 'niet (?:meer|minder|later|langer) dan', 'niet overschrijden'],
  },
  ru: {
    words: 'не нет никогда ни нельзя никто ничего невозможно предотвращает избежать',
    prepositions: 'без',
    exceptions: ['не только', 'не (?:более|менее|больше|меньше|позднее)', 'не превыша\\p{L}+'],
  },
};

/** The same for languages without spaces between words, as regular expressions. */
interface UnspacedNegations {
  /** Does it negate what follows it (Chinese), or what is before it (Japanese)? */
  isPrefix: boolean;
  pattern: string;
  exceptions: string[];
}

export const UNSPACED_NEGATIONS: Record<string, UnspacedNegations> = {
  ja: {
    isPrefix: false,
    pattern: 'ない|なく|なかっ|ません|せず|ずに|まい',
    exceptions: [
      'な(?:ければ|くては|いと)(?:な(?:らない|りません)|いけ(?:ない|ません))',
      'かもしれ(?:ない|ません)',
      'だけで(?:は)?なく',
      'に(?:過ぎ|すぎ)(?:ない|ません)',
      'を超え(?:ない|ません)',
      'まもなく|少なく|なくす|なくな',
    ],
  },
  zh: {
    isPrefix: true,
    pattern: '不|没有|没|无法|未|勿|禁止|无需',
    exceptions: [
      '不仅',
      '不但',
      '不只',
      '不同',
      '不断',
      '不超过',
      '不少于',
      '不得不',
      '不多于',
      '不大于',
      '不小于',
      '是不是',
      '能不能',
    ],
  },
};
