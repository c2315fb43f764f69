const SOURCES = {
  en: '(?:the |these |this |your |any of the )?(?:(?:provided|given|available|above|cited|supplied|retrieved) )?(?:passages?|documents?|documentation|docs|sources?|excerpts?|texts?|context|information|materials?)(?: (?:provided|given|above))?',
  de: String.raw`(?:die|den|der|das|dem|diese[nmr]?|in den|in der) (?:\p{L}+en )?(?:textstellen?|passagen?|dokumente?n?|dokumentation|quellen?|auszügen?|auszüge|texten?|informationen|unterlagen)`,
  fr: '(?:les?|ces?|la|cette) (?:passages?|documents?|documentation|sources?|extraits?|textes?|contexte|informations)(?: fournie?s?)?',
  es: '(?:los?|las?|estos|estas) (?:pasajes?|documentos?|documentación|fuentes?|fragmentos?|textos?|contexto|información)(?: proporcionad[oa]s?)?',
};
const VERBS = {
  en: '(?:mention|say|state|specify|contain|include|provide|cover|give|describe|explain|indicate|address|tell|list|define|discuss|detail|clarify|answer|show|name|document)',
  de: '(?:erwähn|nenn|sag|geh|enthalt|enthält|beschreib|erklär|geb|gibt|beantwort|erläuter|behandel|mach|zeig)',
  fr: '(?:mention|indiqu|précis|contien|décri|expliqu|dis|donn|répond|fourni|trait|abord)',
  es: '(?:mencion|indic|especific|contien|describ|explic|dice|da|respond|proporcion|tratan?|abord)',
};
const MISSING =
  '(?:mentioned|specified|covered|stated|described|provided|given|included|explained|documented|addressed|found|listed|indicated|discussed)';

/** What models write where the passages say nothing. */
const ABSENCES = [
  `${SOURCES.en} (?:do|does|did)(?: not|n['’]t) (?:\\p{L}+ly )?(?:${VERBS.en}|have (?:any )?information)`,
  `(?:there (?:is|are) no|(?:i|we) (?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t|do not|don['’]t) (?:find|see|have)(?: any| enough)?|no) (?:\\p{L}+ )?(?:information|mention|details?|answer|statement)\\b.*\\b(?:in|by|from) ${SOURCES.en}`,
  `.{1,120}\\b(?:is|are|was|were)(?: not|n['’]t) (?:\\p{L}+ly )?${MISSING} (?:in|by|anywhere in) ${SOURCES.en}`,
  `${SOURCES.de} ${VERBS.de}\\p{L}*\\b.*\\b(?:nicht|kein\\p{L}*|nichts)\\b`,
  `.{1,120}\\b(?:wird|werden|ist|sind|steht|stehen)\\b.{0,60}${SOURCES.de}.{0,20}\\bnicht\\b`,
  `${SOURCES.fr} n(?:e |['’])${VERBS.fr}\\p{L}* (?:pas|aucun|rien)`,
  `${SOURCES.es} no ${VERBS.es}`,
  `(?:提供的|这些|上述)?(?:段落|文档|资料|来源|文本|上下文)(?:中|里)?(?:没有|并未|未)`,
  `(?:提供された|この|これらの)?(?:文書|資料|抜粋|ドキュメント|出典)(?:に|で)は.{0,60}(?:ありません|いません|ない|ません)`,
];
const LEAD = String.raw`\s*(?:[-*•]\s+)?[*_]*(?:(?:however|but|note that|unfortunately|jedoch|allerdings|leider|cependant|sin embargo)[*_]*[, ]\s*)?`;
const ABSENCE = new RegExp(`^(${LEAD})(?:${ABSENCES.join('|')})`, 'iu');
/** What follows these may be a claim. */
const GOES_ON = /[;:]|,? (?:but|however|although|while|instead|aber|sondern|mais|pero|sino)\s/iu;
const MAX_LENGTH = 300;

/** Does a sentence only say what the passages do not say: “The passages do not mention dogs.”? It rests on no passage. */
export function statesAbsence(sentence: string): boolean {
  if (sentence.length > MAX_LENGTH) return false;
  const [, lead] = ABSENCE.exec(sentence) ?? [];
  return lead !== undefined && !GOES_ON.test(sentence.slice(lead.length));
}
