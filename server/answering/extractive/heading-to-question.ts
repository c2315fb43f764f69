/** In the scripts that end a question with a mark of their own: Latin, full-width and Arabic. */
const IS_QUESTION = /[?？؟]$/;

/** What numbers or marks a question in a list: “Q: ”, “Q12. ”, “3) ”, “Frage 2: ”. */
const LABEL = /^(?:\p{L}?\d{0,3}|(?:Question|Frage|Pregunta|Pergunta|Domanda|Vraag|Pytanie|Вопрос) ?\d{0,3})[.:)]\s+/iu;

/** Verbs whose gerund before a noun nearly always takes it as its object: “Creating users”. */
const TRANSITIVE =
  'add attach authenticate authorize configure connect create customise customize decrypt define delete deploy determine disable dispatch download enable encrypt generate insert install migrate publish register remove rename replace reset restore retrieve revoke rotate send specify store uninstall update upgrade upload validate';
/** Verbs whose gerund or stem also describes a noun (“Running instances”, “Build options”): only with an object that shows it. */
const AMBIGUOUS =
  'access build cache change check filter handle import export log manage map open query release run schedule set sign start stop test use write';
const DOUBLED = new Set(['log', 'map', 'reset', 'run', 'set', 'stop']);

const STEMS = new Set(`${TRANSITIVE} ${AMBIGUOUS}`.split(' '));
const GERUNDS = new Map([...STEMS].map((verb) => [gerund(verb), verb]));
const OBJECT_FOLLOWS_GERUND = new Set(TRANSITIVE.split(' '));

/** An article, a possessive, a quantity or an acronym: what it begins is an object. */
const OBJECT =
  /^(?:(?:up|in|out|off) )?(?:in |into |to )?(?:(?:the|an?|your|its|their|all|each|every|multiple|another)(?= )|[A-Z]{2,}\b)/;
/** With these a gerund is a subject, or one of two things compared. */
const NO_OBJECT = /^(?:is|are|was|were|can|may|should|vs\.?|versus)\b/i;
/** Another sentence, or another verb that the rule would leave as it is: “Creating and deleting users”. */
const UNSAFE = /[:;!?()—–|]|\b(?:and|or)\s+\w+ing\b|&/i;
/** Written small within a sentence, whatever a heading does. */
const SMALL_WORDS =
  /(?<=\s)(?:A|An|And|As|At|By|For|From|If|In|Into|Its|Of|On|Or|The|Their|To|Up|When|Whether|With|Without|Your)(?=\s)/g;

/**
 * The question that a heading asks, or that its section answers; null where no rule makes one safely. Only English headings
 * without a question mark become questions: “Rotating encryption keys” is “How do I rotate encryption keys?”.
 */
export function headingToQuestion(labelled: string, language: string): string | null {
  const heading = labelled.replace(LABEL, '');
  if (IS_QUESTION.test(heading)) return heading;
  if (language !== 'en' || UNSAFE.test(heading)) return null;
  const [, first = '', following = ''] = /^(\S+)\s+(\S.*)$/.exec(heading) ?? [];
  const rest = ` ${following} `.replace(SMALL_WORDS, (word) => word.toLowerCase()).trim();
  const word = first.toLowerCase();
  if (rest === '') return null;
  if (word === 'how' && rest.startsWith('to ')) return `How do I ${rest.slice('to '.length)}?`;
  const verb = GERUNDS.get(word) ?? (STEMS.has(word) ? word : undefined);
  if (verb === undefined || NO_OBJECT.test(rest)) return null;
  const isGerund = word !== verb;
  if (!(isGerund && OBJECT_FOLLOWS_GERUND.has(verb)) && !OBJECT.test(rest)) return null;
  return `How do I ${verb} ${rest}?`;
}

function gerund(verb: string): string {
  if (DOUBLED.has(verb)) return `${verb}${verb.at(-1)}ing`;
  return verb.endsWith('e') ? `${verb.slice(0, -1)}ing` : `${verb}ing`;
}
