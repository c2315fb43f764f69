import type { Word } from './words.ts';

/** Particles that German verbs leave at the end of a clause: “Wie füge ich eine Zeile ein?”. */
const PARTICLE =
  /(?<![\p{L}\p{N}])(ab|an|auf|aus|bei|durch|ein|fest|fort|frei|heraus|herunter|hin|hinzu|hoch|los|mit|nach|um|vor|weg|weiter|wieder|zu|zurück|zurueck|zusammen)(?=\s*(?:[.?!,;]|$|(?:und|oder)\s))/giu;
/** The questions of people are short, and each particle is put before each word. */
const MAX_PARTICLES = 4;
const MAX_WORDS = 32;
/** Nouns have a capital where people type any; a noun with a particle is no word of the documents. */
const VERB = /^\p{Ll}{3,20}$/u;
/** Of “fügt” and “fügst”, which the stemmer leaves. */
const PERSONAL_ENDING = /s?t$/;

/** For the words of a German text that may be verbs: the verbs that they are with a particle of the text. */
export function separableVerbs(text: string, content: Word[]): ReadonlyMap<string, string[]> {
  const particles = [...text.matchAll(PARTICLE)]
    .slice(0, MAX_PARTICLES)
    .map(([, particle = '']) => particle.toLowerCase());
  const verbs = new Map<string, string[]>();
  if (particles.length === 0) return verbs;
  for (const { text: word } of content.slice(0, MAX_WORDS)) {
    if (!VERB.test(word)) continue;
    const forms = [...new Set([word, word.replace(PERSONAL_ENDING, 'en')])];
    verbs.set(
      word,
      particles.flatMap((particle) => forms.map((form) => particle + form)),
    );
  }
  return verbs;
}
