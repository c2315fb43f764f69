export type SmallTalk = 'greeting' | 'thanks' | 'farewell';

/** What people say before and after a question, by language; lower case, without punctuation. */
const PHRASES_BY_LANGUAGE: Record<string, Record<SmallTalk, string[]>> = {
  en: {
    greeting: [
      'hi',
      'hello',
      'hey',
      'hi there',
      'hello there',
      'hey there',
      'good morning',
      'good afternoon',
      'good evening',
      'how are you',
      'hi how are you',
      'hello how are you',
    ],
    thanks: [
      'thanks',
      'thank you',
      'thanks a lot',
      'thank you very much',
      'thank you so much',
      'many thanks',
      'thx',
      'ty',
      'cheers',
      'ok thanks',
      'ok thank you',
      'okay thanks',
      'great thanks',
      'great thank you',
      'perfect thanks',
      'perfect thank you',
    ],
    farewell: ['bye', 'goodbye', 'good bye', 'bye bye', 'see you', 'good night'],
  },
  de: {
    greeting: ['hallo', 'guten tag', 'guten morgen', 'guten abend', 'moin', 'servus', 'grüezi', 'grüß gott'],
    thanks: [
      'danke',
      'vielen dank',
      'danke schön',
      'dankeschön',
      'danke sehr',
      'besten dank',
      'super danke',
      'ok danke',
    ],
    farewell: ['tschüss', 'auf wiedersehen', 'tschau'],
  },
  fr: {
    greeting: ['bonjour', 'salut', 'bonsoir', 'coucou'],
    thanks: ['merci', 'merci beaucoup', 'merci bien', 'ok merci'],
    farewell: ['au revoir', 'bonne journée', 'à bientôt'],
  },
  es: {
    greeting: ['hola', 'buenos días', 'buenas tardes', 'buenas noches', 'buenas'],
    thanks: ['gracias', 'muchas gracias', 'ok gracias'],
    farewell: ['adiós', 'hasta luego'],
  },
  it: {
    greeting: ['buongiorno', 'buonasera', 'salve'],
    thanks: ['grazie', 'grazie mille', 'molte grazie'],
    farewell: ['arrivederci'],
  },
  pt: {
    greeting: ['olá', 'oi', 'bom dia', 'boa tarde', 'boa noite'],
    thanks: ['obrigado', 'obrigada', 'muito obrigado', 'muito obrigada'],
    farewell: ['adeus', 'até logo'],
  },
  nl: {
    greeting: ['hoi', 'goedemorgen', 'goedemiddag', 'goedenavond', 'goedendag'],
    thanks: ['bedankt', 'dank je', 'dank u', 'dank je wel', 'dank u wel'],
    farewell: ['tot ziens', 'doei'],
  },
  ru: {
    greeting: ['привет', 'здравствуйте', 'добрый день', 'доброе утро', 'добрый вечер'],
    thanks: ['спасибо', 'большое спасибо', 'благодарю'],
    farewell: ['до свидания', 'пока'],
  },
  uk: {
    greeting: ['привіт', 'вітаю', 'добрий день', 'доброго ранку', 'добрий вечір'],
    thanks: ['дякую', 'дуже дякую', 'щиро дякую'],
    farewell: ['до побачення', 'бувай'],
  },
  el: {
    greeting: ['γεια', 'γεια σου', 'γεια σας', 'καλημέρα', 'καλησπέρα'],
    thanks: ['ευχαριστώ', 'ευχαριστώ πολύ'],
    farewell: ['αντίο', 'καληνύχτα'],
  },
  ro: {
    greeting: ['bună', 'bună ziua', 'bună dimineața', 'bună seara'],
    thanks: ['mulțumesc', 'mulțumesc mult', 'mersi'],
    farewell: ['la revedere'],
  },
  tr: {
    greeting: ['merhaba', 'selam', 'günaydın', 'iyi günler', 'iyi akşamlar'],
    thanks: ['teşekkürler', 'teşekkür ederim', 'çok teşekkürler', 'sağ ol', 'sağolun'],
    farewell: ['hoşça kal', 'güle güle', 'görüşürüz'],
  },
  ar: {
    greeting: ['مرحبا', 'مرحباً', 'أهلا', 'أهلاً', 'السلام عليكم', 'صباح الخير', 'مساء الخير'],
    thanks: ['شكرا', 'شكراً', 'شكرا جزيلا', 'شكراً جزيلاً'],
    farewell: ['مع السلامة', 'وداعا'],
  },
  hi: {
    greeting: ['नमस्ते', 'नमस्कार', 'हैलो'],
    thanks: ['धन्यवाद', 'शुक्रिया', 'बहुत धन्यवाद'],
    farewell: ['अलविदा'],
  },
  th: {
    greeting: ['สวัสดี', 'สวัสดีครับ', 'สวัสดีค่ะ'],
    thanks: ['ขอบคุณ', 'ขอบคุณครับ', 'ขอบคุณค่ะ', 'ขอบคุณมาก'],
    farewell: ['ลาก่อน'],
  },
  vi: {
    greeting: ['xin chào', 'chào', 'chào bạn'],
    thanks: ['cảm ơn', 'cảm ơn bạn', 'cám ơn'],
    farewell: ['tạm biệt'],
  },
  zh: {
    greeting: ['你好', '您好', '早上好', '下午好', '晚上好', '嗨'],
    thanks: ['谢谢', '谢谢你', '谢谢您', '多谢', '非常感谢'],
    farewell: ['再见'],
  },
  ja: {
    greeting: ['こんにちは', 'こんばんは', 'おはよう', 'おはようございます', 'はじめまして'],
    thanks: ['ありがとう', 'ありがとうございます', 'ありがとうございました', 'どうも'],
    farewell: ['さようなら', 'またね'],
  },
  ko: {
    greeting: ['안녕', '안녕하세요'],
    thanks: ['감사합니다', '고맙습니다', '고마워요'],
    farewell: ['안녕히 계세요'],
  },
  pl: {
    greeting: ['cześć', 'dzień dobry', 'dobry wieczór'],
    thanks: ['dzięki', 'dziękuję', 'dziękuję bardzo'],
    farewell: ['do widzenia'],
  },
  sv: { greeting: ['hej', 'hejsan', 'god morgon'], thanks: ['tack', 'tack så mycket'], farewell: ['hej då'] },
};

const PHRASES = new Map(
  Object.entries(PHRASES_BY_LANGUAGE).flatMap(([language, kinds]) =>
    (['greeting', 'thanks', 'farewell'] as const).flatMap((kind) =>
      kinds[kind].map((phrase) => [phrase.normalize('NFC'), { kind, language }] as const),
    ),
  ),
);
const MAX_PHRASE_LENGTH = 40;
const PUNCTUATION = /[\p{P}\p{S}\p{Emoji_Presentation}\s]+/gu;

/** The kind and language of small talk; null for any other message. */
export function smallTalk(text: string): { kind: SmallTalk; language: string } | null {
  if (text.length > MAX_PHRASE_LENGTH * 2) return null;
  return PHRASES.get(text.normalize('NFC').toLowerCase().replace(PUNCTUATION, ' ').trim()) ?? null;
}

/** A question without the greeting before it: “Hi there, when do you open?” → “when do you open?”. */
export function withoutGreeting(text: string): string {
  const greeting = /^([^\n,.!:;，。！、]{1,40})[\n,.!:;，。！、]+(?:[^\S\n]\s*)?(?=\S)/u.exec(text);
  if (!greeting?.[1] || smallTalk(greeting[1]) === null) return text;
  return text.slice(greeting[0].length);
}
