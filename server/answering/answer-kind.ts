/** What an answer must hold to be one: a number, a date, or nothing in particular. */
export type AnswerKind = 'number' | 'any';

/** Question words for amounts and times in the languages that we speak; one alternation, matched once a question. */
const AMOUNT_OR_TIME = new RegExp(
  [
    'how (?:many|much|long|often|old|far|large|big|high|tall|fast)|when|what (?:year|date|day|time|percent\\w*|number|age)|which year',
    'wie ?viele?|wann|wie (?:lange|oft|alt|hoch|gro[sß]s?|weit)|welche[ms]? (?:jahr|datum)',
    'combien|quand|quelle (?:année|date)|quel (?:pourcentage|âge|nombre)',
    'cu[áa]nt[oa]s?|cu[áa]ndo|qu[ée] (?:a[ñn]o|porcentaje|fecha)',
    'quant[oiae]|quando|che anno|in quale anno|quant[oa]s?|que ano',
    'hoeveel|wanneer|сколько|когда|в каком году|πόσ\\p{L}+|πότε|ποι[αά] χρονιά',
    'c[âa]te|c[âa]ți|c[âa]t|c[âa]nd|[îi]n ce an|kaç|ne zaman|hangi yıl',
    'كم|متى|أي عام|कितन[ेाी]|कब|किस वर्ष|กี่|เมื่อ(?:ไหร่|ไร|ใด)|เท่า(?:ไหร่|ไร|ใด)|ปีใด|bao nhiêu|khi nào|năm nào|bao lâu',
    '多少|几|什么时候|何时|哪一?年|いつ|何(?:年|人|月|日|歳|時|個|回|％|%)|いくつ|いくら|どのくらい|얼마|언제|몇',
    'ile|kiedy|hur många|när|скільки|коли',
  ].join('|'),
  'iu',
);
const NUMBER =
  /\p{N}|[一二三四五六七八九十百千万億亿]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million|billion|half|once|twice|daily|weekly|monthly|yearly|annually)\b/iu;

/** What the words of a question ask for. */
export function kindAskedFor(question: string): AnswerKind {
  return AMOUNT_OR_TIME.test(question) ? 'number' : 'any';
}

/** Does a sentence hold what is asked for? Always false for `any`, where there is nothing to look for. */
export function answersKind(sentence: string, kind: AnswerKind): boolean {
  return kind === 'number' && NUMBER.test(sentence);
}
