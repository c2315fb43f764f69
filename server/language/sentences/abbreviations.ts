/** Abbreviations of a language, lower case, without their final dot, separated by spaces. */
interface Abbreviations {
  /** A sentence continues after them. */
  within: string;
  /** Often end a sentence: it continues only if the next word is not capitalized. */
  oftenLast?: string;
}

/**
 * Those that ICU has no list for. In any text those of all languages count: names are quoted everywhere, and of a short text the
 * language is not known.
 */
const BY_LANGUAGE: Record<string, Abbreviations> = {
  en: {
    within:
      'e.g i.e eg ie cf vs viz approx ca dept est fig figs eq sec ch vol vols nos nr pp p ed eds rev st ste mt ft ' +
      'mr mrs ms dr prof hon gen col capt lt sgt sen rep gov pres bros ' +
      'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun',
    oftenLast: 'etc al max min a.m p.m inc ltd co corp u.s u.k u.n jr sr ph.d no',
  },
  de: {
    within:
      'bzw z.b d.h u.a ggf evtl inkl exkl zzgl einschl sog vgl abs art nr str kap tel bd hrsg geb gest dt engl lat mio mrd mind',
    oftenLast: 'usw std',
  },
  es: { within: 'ee avda excmo dpto p.ej ej sra srta dña ud uds av núm pág págs' },
  fr: { within: 'chap tél éd mgr sté m mm mme mlle p.ex env ex fr' },
  it: { within: 'sig dott pag', oftenLast: 'ecc' },
  ru: { within: 'т.е т.д т.п др г гг в вв им ул рис см стр' },
};

const listed = (place: keyof Abbreviations): ReadonlySet<string> =>
  new Set(Object.values(BY_LANGUAGE).flatMap((of) => of[place]?.split(' ') ?? []));

export const WITHIN_SENTENCES: ReadonlySet<string> = listed('within');
export const OFTEN_LAST: ReadonlySet<string> = listed('oftenLast');
