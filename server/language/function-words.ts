import { listedStopwords } from './language-packages.ts';
import { withUmlautsAsLetters } from './other-spellings.ts';
import { fold } from './stem.ts';

/**
 * Function and question words of languages that the stopword package has no list for, and the question words that its lists
 * lack: question words do not occur in answers and, being rare in documents, would weigh most. So would negations as they are
 * typed in haste, without their apostrophes, and “someone”, whom answers call by what they are.
 */
const FUNCTION_WORDS: Record<string, string> = {
  ar: 'لماذا أية لمن مم عم بم ماهي ماهو أيهما يتم أنه إليها أيه',
  bg: 'коя кое кои кого какви откъде чий чия чие чии',
  da: 'hvem hvilken hvilket hvilke hvornår hvordan',
  de: 'jemand jemanden jemandem muss müssen müsste kannst könnt möchte möchten darf dürfen wer wem wen wessen wann woher wohin wofür wozu womit wodurch wovon woran worauf woraus worin worüber weshalb weswegen warum wieso wieviel wieviele viele vielen inwiefern inwieweit gibt heißt heißen hieß hießen wurde wurden worden dass gab ab',
  el: 'τι ποιος ποιες ποιον ποιαν ποιου ποιας ποιους πόσο πόσος πόση πόσοι πόσες πόσα πόσων πόσους πόσης πότε πού πως πώς γιατί οποίος οποία οποίο οποίοι οποίες οποίων οποίου οποίας οποίους οποίον όταν της είναι από ήταν τη τις ότι κατά μια τους έχει ένα μπορεί είχε στους πιο ως στα στις έχουν έναν ενός ή μεταξύ ένας',
  en: 'someone somebody anyone anybody everyone everybody whose many much a isnt arent wasnt werent hasnt havent hadnt doesnt dont didnt wouldnt shouldnt couldnt cant wont',
  es: 'puedes debo quiero quisiera',
  fi: 'milloin miten kuinka kumpi paljonko montako',
  fr: 'entre sous chez vers dont si puis faut peut peux pouvez pouvons peuvent dois doit devez devons veux veut voulez voudrais faire fait fais vais va a ça y quoi quand où comment pourquoi combien lequel laquelle lesquels lesquelles est-ce',
  hi: 'क्या क्यों कब कहाँ कहां कैसे कैसा कैसी कौनसी कौन-सा कौन-सी कौन-से किसने किसका किसकी किसके किसको किससे किन किन्होंने कितना कितनी कितने कितनों के में है की का से को पर और हैं था थी थे एक जाता जाती जाते गया गए गई सा सी रूप लिए किए वाली वाले',
  hu: 'hová mekkora',
  it: 'cos cosa quali quando qual',
  ja: 'は が を に へ と も の や か から まで より で て だ です ます ました でした いる ある する した して なる なっ れる られ た ない この その あの どの これ それ あれ どれ ここ そこ どこ 何 なに 誰 だれ いつ なぜ どう どのよう どんな ですか でしょう こと もの ため よう とき によって という について として ください 教え たか ったか ましたか まし っ なん なんですか 何年 何人 何と 何で 何だ 誰か 最も くらい どっち いくつ いくら しょう だっ とも ほか 他 さ れ き い',
  ko: '무엇 누구 언제 어디 어떻게 왜 얼마 몇 어느 어떤 이 그 저 것 수 있는 있습니까 입니까 합니까 무엇입니까 어디입니까 누구입니까 언제입니까 인가요 나요',
  nl: 'welke welk wanneer waar waarom waarvoor waarmee waardoor waarin waarop hoeveel waarheen waarvan wiens',
  no: 'hvilket mye',
  pl: 'i w z na do o po za od u a że się nie jest są był była było były być to ten ta te jak co kto kiedy gdzie dlaczego ile jaki jaka jakie czy który która które dla przez przy oraz lub ma może',
  pt: 'quê quais onde aonde porque porquê quanto quanta quantos quantas',
  ro: 'cui câtă câți erau era a o și fost cele cea s-a s-au avut ceea despre',
  ru: 'т.е т.д т.п т.к ещё её неё нём всё всём моё моём твоё твоём своё своём свой своя свои кого кому кем ком чему чём какое какие какого каких каким какими какую какому каком каков какова каково каковы который которая которое которые откуда почему сколько скольких чей чья чьё чьи является являются могут',
  sv: 'vems många',
  th: 'ที่ ใน ของ และ เป็น คือ มี ได้ ให้ กับ จาก โดย ว่า ไม่ การ ความ จะ ถูก นี้ นั้น อะไร ใคร เมื่อ เมื่อไหร่ เมื่อไร เมื่อใด กี่ เท่า เท่าไหร่ เท่าไร เท่าใด ไหน ใด ทำไม อย่างไร ยังไง บ้าง หรือ ไป มา แล้ว ซึ่ง อยู่ ต่อ เพื่อ ตัว ครับ ค่ะ แค่ ชื่อ ประเภท ชนิด เรียก อีก อย่าง นาน มาก เหตุ เพราะ ปี คน บาง เช่น ไหร่ เขา ขึ้น',
  tr: 'neyi neye nedir neydi neler nelerdir nelerdi nelere nereden neresi neresinde nerededir nasıldır kimin kimdir kimdi kimler kimleri kimlerdir kimlerden hangisi hangileri hangisidir kaç kaçı kaçını kaçıncı kaçtır kaçta neyin neyle neyden mi mı mıdır midir',
  uk: 'кого кому ким чому чим який яка яке які якого яких яким якими яку де куди звідки навіщо скільки чий чия чиє чиї',
  vi: 'là gì của và có các những một được trong cho ở đâu khi nào ai đã với từ này đó về để bị do tại ra như thế bao nhiêu mấy sao vì không thì mà người cái việc sự vào lên lại cũng đang sẽ trên dưới theo hay hoặc nếu nhưng điều đến đi tên loại làm lâu gọi phần trăm nhiều',
  zh: '的 了 是 在 和 与 有 被 把 对 为 以 于 从 到 由 及 或 之 其 这 那 哪 哪些 哪个 哪里 哪年 什么 怎么 怎样 如何 为什么 谁 几 多少 多久 多大 吗 呢 个 些 一个 一种 年 时 时候 什么样 何时 会 能 可以 请问 名字 叫 称为 称 哪一 什么时候 谁是 谁在 哪位 哪类 哪种 有多 多长 用于 是什么 在哪 名称 类型 之一 最',
};

const sets = new Map<string, ReadonlySet<string>>();

/** The function words of a language, lower case; empty if there is no list. */
export function stopwordsOf(language: string): ReadonlySet<string> {
  let words = sets.get(language);
  if (!words) {
    words = new Set([...listedStopwords(language), ...(FUNCTION_WORDS[language]?.split(' ') ?? [])]);
    sets.set(language, words);
  }
  return words;
}

const plainSets = new Map<string, ReadonlySet<string>>();

/** The function words of a language without their accents. In Vietnamese the accents are the words. */
function plainStopwordsOf(language: string): ReadonlySet<string> {
  let plain = plainSets.get(language);
  if (!plain) {
    const listed = language === 'vi' ? [] : [...stopwordsOf(language)];
    const typed = language === 'de' ? listed.map(withUmlautsAsLetters) : [];
    plain = new Set([...listed.map(fold), ...typed]);
    plainSets.set(language, plain);
  }
  return plain;
}

/** In these languages a hyphen joins verbs and pronouns. Elsewhere it makes a new word of two: “to-do”. */
const JOINED_BY_HYPHENS = new Set(['fr', 'pt', 'ro']);
const HYPHENS_AND_APOSTROPHES = /['‑-]/;

/**
 * Whether a word is one of the function words of a language, as it is typed without accents, or some of them in one: “qu'on”,
 * “puis-je”, “y a-t-il”.
 */
export function isFunctionWord(word: string, language: string): boolean {
  const lower = word.toLowerCase().replaceAll('’', "'");
  return isListed(lower, language) || isJoined(lower, language);
}

/** The Greek list is written without accents, and questions are written with them. */
const isListed = (lower: string, language: string) =>
  stopwordsOf(language).has(lower) || plainStopwordsOf(language).has(language === 'el' ? fold(lower) : lower);

/** Single letters are what is left of a word, or stand between two for the sound. */
function isJoined(lower: string, language: string): boolean {
  const parts = lower.split(JOINED_BY_HYPHENS.has(language) ? HYPHENS_AND_APOSTROPHES : "'");
  if (parts.length === 1) return false;
  const whole = parts.filter(({ length }) => length > 1);
  return whole.length > 0 && whole.every((part) => isListed(part, language));
}
