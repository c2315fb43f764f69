/** Words that join or relate clauses, by language: lower case, separated by spaces. */
interface ClauseWords {
  /** Always begin a new clause. */
  subordinating: string;
  /** Begin a new clause if there is enough on both sides. */
  coordinating: string;
  /** Begin a clause or a phrase that the rest of the sentence is earlier than, and later than. */
  before: string;
  after: string;
  /** Of every one, of some, of none but. Grouped, for no two of a group contradict each other. */
  all: string;
  some: string;
  only: string;
  /** A lower and an upper limit. Phrases of several words have underscores. */
  atLeast: string;
  atMost: string;
  /** Make an exception of what the rest says. */
  exceptions: string;
  /** Answers before the claim itself. */
  answers: string;
}

export const CLAUSE_WORDS: Record<string, ClauseWords> = {
  en: {
    subordinating: 'but whereas while although though because since unless if when once which who therefore however so',
    coordinating: 'and or then as',
    before: 'before prior',
    after: 'after afterwards following',
    all: 'all every each any both entire always whole',
    some: 'some most few sometimes partly several',
    only: 'only solely exclusively just',
    atLeast: 'at_least minimum min no_less_than not_less_than no_fewer_than',
    atMost:
      'at_most maximum max up_to no_more_than not_more_than not_exceed cannot_exceed must_not_exceed never_exceed no_later_than',
    exceptions: 'unless except otherwise',
    answers: 'yes no',
  },
  de: {
    subordinating: 'aber sondern während obwohl weil da wenn falls sobald denn welche welcher welches jedoch dass',
    coordinating: 'und oder dann',
    before: 'vor bevor ehe vorher',
    after: 'nach nachdem danach',
    all: 'alle allen aller jeder jede jedes jeden immer stets sämtliche beide beliebige',
    some: 'einige einigen manche manchmal teilweise wenige',
    only: 'nur ausschließlich lediglich allein',
    atLeast: 'mindestens wenigstens minimal nicht_weniger_als',
    atMost: 'höchstens maximal bis_zu nicht_mehr_als nicht_überschreiten',
    exceptions: 'außer sofern ausgenommen sonst',
    answers: 'ja nein',
  },
  fr: {
    subordinating: 'mais tandis alors quoique parce car puisque si lorsque quand dès qui cependant toutefois donc sauf',
    coordinating: 'et ou puis',
    before: 'avant préalablement',
    after: 'après suite ensuite',
    all: 'tous toutes tout toute chaque toujours les_deux',
    some: 'certains certaines quelques parfois plusieurs partiellement',
    only: 'seul seuls seule seules seulement uniquement exclusivement',
    atLeast: 'au_moins minimum au_minimum pas_moins_de',
    atMost: 'au_plus maximum au_maximum jusqu_à pas_plus_de pas_dépasser',
    exceptions: 'sauf excepté sinon hormis',
    answers: 'oui non si',
  },
  es: {
    subordinating: 'pero sino mientras aunque porque si cuando siempre_que que quien quienes salvo',
    coordinating: 'y e o u luego',
    before: 'antes previamente',
    after: 'después tras luego',
    all: 'todos todas todo toda cada siempre cualquier ambos',
    some: 'algunos algunas algún alguna algunas_veces varios parcialmente',
    only: 'solo sólo solamente únicamente exclusivamente',
    atLeast: 'al_menos mínimo como_mínimo no_menos_de por_lo_menos',
    atMost: 'como_máximo máximo hasta a_lo_sumo no_más_de',
    exceptions: 'salvo excepto menos',
    answers: 'sí no',
  },
  it: {
    subordinating: 'ma mentre sebbene perché poiché se quando che chi',
    coordinating: 'e ed o poi',
    before: 'prima',
    after: 'dopo successivamente',
    all: 'tutti tutte tutto tutta ogni sempre qualsiasi entrambi',
    some: 'alcuni alcune qualche talvolta parzialmente',
    only: 'solo soltanto solamente unicamente esclusivamente',
    atLeast: 'almeno minimo non_meno_di',
    atMost: 'al_massimo massimo fino_a non_più_di',
    exceptions: 'tranne salvo eccetto',
    answers: 'sì no',
  },
  pt: {
    subordinating: 'mas enquanto embora porque pois se quando que quem',
    coordinating: 'e ou depois',
    before: 'antes',
    after: 'depois após',
    all: 'todos todas todo toda cada sempre qualquer ambos',
    some: 'alguns algumas algum alguma vários parcialmente',
    only: 'só somente apenas unicamente exclusivamente',
    atLeast: 'pelo_menos mínimo no_mínimo',
    atMost: 'no_máximo máximo até não_mais_de',
    exceptions: 'salvo exceto',
    answers: 'sim não',
  },
  nl: {
    subordinating: 'maar terwijl hoewel omdat want als wanneer zodra die dat indien',
    coordinating: 'en of dan',
    before: 'voordat voordien',
    after: 'na nadat daarna',
    all: 'alle elke elk ieder iedere altijd allemaal beide',
    some: 'sommige enkele soms gedeeltelijk',
    only: 'alleen enkel uitsluitend slechts',
    atLeast: 'minstens minimaal ten_minste',
    atMost: 'hoogstens maximaal tot_en_met niet_meer_dan ten_hoogste',
    exceptions: 'tenzij behalve',
    answers: 'ja nee',
  },
  ru: {
    subordinating: 'но а хотя потому если когда пока который которая которые',
    coordinating: 'и или затем',
    before: 'перед прежде',
    after: 'после затем',
    all: 'все всех каждый каждая каждое всегда любой оба',
    some: 'некоторые иногда несколько частично',
    only: 'только лишь исключительно',
    atLeast: 'минимум не_менее не_меньше',
    atMost: 'максимум не_более не_больше до',
    exceptions: 'кроме исключением',
    answers: 'да нет',
  },
};

/** What puts one thing before or after another in languages without spaces, as runs of characters. */
export const UNSPACED_ORDER: Record<string, Pick<ClauseWords, 'before' | 'after'>> = {
  ja: { before: '前 以前 事前', after: '後 以降 以後' },
  zh: { before: '之前 以前 前', after: '之后 以后 后' },
};
