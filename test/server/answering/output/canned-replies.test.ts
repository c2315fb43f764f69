import { describe, expect, it } from 'vitest';
import {
  closestPassagesLead,
  contactReply,
  furtherPassagesLead,
  moreNote,
  partialReply,
  refusalReply,
  smallTalkReply,
} from '../../../../server/answering/output/canned-replies.ts';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import { smallTalk, withoutOpening } from '../../../../server/answering/query/small-talk.ts';
import { guessLanguage } from '../../../../server/language/detect.ts';

const GREETED = {
  en: ['Hello!', 'Thanks a lot 🙏', 'Goodbye', 'What is the capital of Mongolia and how many people live there?'],
  de: ['Guten Tag', 'Vielen Dank!', 'Auf Wiedersehen', 'Wie heißt die Hauptstadt der Mongolei?'],
  fr: ['Bonjour', 'Merci beaucoup', 'Au revoir', 'Quelle est la capitale de la Mongolie ?'],
  es: ['¡Hola!', '¡Muchas gracias!', 'Hasta luego', '¿Cuál es la capital de Mongolia y cuántos habitantes tiene?'],
  it: ['Buongiorno!', 'Grazie mille', 'Arrivederci', 'Qual è la capitale della Mongolia e quanti abitanti ha?'],
  pt: ['Olá', 'Muito obrigado', 'Até logo', 'Qual é a capital da Mongólia e quantas pessoas moram lá?'],
  nl: ['Goedemorgen', 'Dank je wel', 'Tot ziens', 'Wat is de hoofdstad van Mongolië en hoeveel mensen wonen er?'],
  sv: ['Hej', 'Tack så mycket', 'Hej då', 'Vad heter huvudstaden i Mongoliet och hur många bor där?'],
  pl: ['Dzień dobry', 'Dziękuję', 'Do widzenia', 'Jak nazywa się stolica Mongolii i ilu ma mieszkańców?'],
  ru: ['Здравствуйте!', 'Спасибо', 'До свидания', 'Как называется столица Монголии?'],
  uk: ['Добрий день', 'Дякую!', 'До побачення', 'Як називається столиця Монголії і скільки людей там живе?'],
  el: ['Γεια σας', 'Ευχαριστώ', 'Αντίο', 'Ποια είναι η πρωτεύουσα της Μογγολίας;'],
  ro: ['Bună ziua', 'Mulțumesc', 'La revedere', 'Care este capitala Mongoliei și câți oameni locuiesc acolo?'],
  tr: ['Merhaba', 'Teşekkür ederim', 'Hoşça kal', 'Moğolistan’ın başkenti neresidir ve nüfusu kaçtır?'],
  ar: ['مرحبا', 'شكرا جزيلا', 'مع السلامة', 'ما هي عاصمة منغوليا؟'],
  hi: ['नमस्ते', 'धन्यवाद', 'अलविदा', 'मंगोलिया की राजधानी क्या है?'],
  th: ['สวัสดีครับ', 'ขอบคุณครับ', 'ลาก่อน', 'เมืองหลวงของมองโกเลียคืออะไร'],
  vi: ['Xin chào', 'Cảm ơn bạn', 'Tạm biệt', 'Thủ đô của Mông Cổ là gì?'],
  zh: ['你好！', '谢谢', '再见', '蒙古的首都是哪里？'],
  ja: ['こんにちは', 'ありがとうございます', 'さようなら', 'モンゴルの首都はどこですか。'],
  ko: ['안녕하세요', '감사합니다', '안녕히 계세요', '몽골의 수도는 어디입니까?'],
} as const;

describe.each(Object.entries(GREETED))(
  'a visitor who writes %s',
  (language, [greeting, thanks, farewell, question]) => {
    it('gets a greeting, thanks and a farewell in the same language', () => {
      expect(smallTalk(greeting)).toEqual({ kind: 'greeting', language });
      expect(smallTalk(thanks)).toEqual({ kind: 'thanks', language });
      expect(smallTalk(farewell)).toEqual({ kind: 'farewell', language });
      for (const kind of ['greeting', 'thanks', 'farewell'] as const) {
        if (language !== 'en') expect(smallTalkReply(kind, language, '')).not.toBe(smallTalkReply(kind, 'en', ''));
      }
    });

    it('gets a refusal in the same language if the documents are in another', () => {
      const asked = { projectId: 'p', text: question, history: [], contact: '', signal: new AbortController().signal };
      expect(smallTalk(question)).toBeNull();
      expect(contextualizeQuery(asked).language).toBe(language);
      const refused = refusalReply([language, 'en'], 'desk@example.org');
      expect(refused).toContain('desk@example.org');
      if (language !== 'en') expect(refused).not.toBe(refusalReply(['en'], 'desk@example.org'));
    });
  },
);

describe('what the server itself says', () => {
  const languages = Object.keys(GREETED);

  it.each(languages)('says in %s that there is more, with and without a number', (language) => {
    expect(moreNote([language], 12)).toMatch(/^…+ ?(?=.*12).*\p{L}{2}/u);
    const uncounted = moreNote([language], null);
    // French alone has a space before a colon.
    expect(uncounted).not.toMatch(language === 'fr' ? / {2}|[{}]/ : / {2}| [:：]|[{}]/);
    // A word that counts stands by no number.
    expect(uncounted).not.toMatch(/ 项|か件|^… ?개/);
    expect(uncounted).toMatch(/\p{L}/u);
  });

  it.each<[string, (language: string) => string]>([
    ['a refusal', (language) => refusalReply([language], '')],
    ['the contact', (language) => contactReply([language], 'help@example.com')],
    ['that there is no more', (language) => partialReply([language], '')],
    ['that it is unsure', (language) => closestPassagesLead([language])],
    ['that there are further passages', (language) => furtherPassagesLead([language])],
    ['thanks', (language) => smallTalkReply('thanks', language, '') ?? ''],
    ['what it says to “ok”', (language) => smallTalkReply('notice', language, '') ?? ''],
    ['what it is', (language) => smallTalkReply('about', language, '') ?? ''],
    ['whom to ask', (language) => smallTalkReply('person', language, 'desk@example.org') ?? ''],
  ])('is in no language as in another: %s', (_, reply) => {
    expect(new Set(languages.map(reply)).size).toBe(languages.length);
  });

  it('can be told to be in its language', () => {
    const guessed = languages.map((language) => guessLanguage(refusalReply([language], '')));
    expect(guessed).toEqual(languages);
  });
});

describe('small talk', () => {
  it.each([
    ['hello world program', 'no greeting'],
    ['thanks to whom was it built?', 'a question'],
    ['bye-laws', 'a word that begins like one'],
    ['How do I contact support?', 'a question'],
    ['person', 'a word of the documents'],
    ['reach', 'a word of the documents'],
    ['constructor', 'no word'],
  ])('is not found in “%s”: %s', (text) => {
    expect(smallTalk(text)).toBeNull();
  });

  it.each([
    ['ok thx', 'thanks'],
    ['cheers mate', 'thanks'],
    ['good, thank you very much for your help!', 'thanks'],
    ['no thanks', 'thanks'],
    ['Thanks, bye', 'farewell'],
    ['lol ok', 'notice'],
    ['yes', 'notice'],
    ['👍', 'notice'],
    ['are you a human?', 'about'],
    ['Hi, who made you?', 'about'],
    ['what can you do?', 'about'],
    ['I WANT TO TALK TO A PERSON', 'person'],
    ['Can someone help me?', 'person'],
    ['human please', 'person'],
  ])('is made of words that ask nothing of the documents: “%s” (%s)', (text, kind) => {
    expect(smallTalk(text)?.kind).toBe(kind);
  });

  it.each([
    ['de', 'Danke dir!', 'ja', 'Bist du ein Mensch?', 'Kann ich mit jemandem sprechen?'],
    ['fr', 'ok merci', 'D’accord', 'Es-tu un robot ?', 'Je voudrais parler à un conseiller, svp'],
    ['es', 'Muchas gracias por tu ayuda', 'Vale, perfecto', '¿Eres un robot?', 'Quiero hablar con una persona'],
    ['it', 'Grazie per l’aiuto', 'Ho capito', 'Sei una persona?', 'Vorrei parlare con un operatore'],
    ['pt', 'Obrigada pela ajuda', 'Está bem', 'Você é um robô?', 'Quero falar com um atendente'],
    ['nl', 'Bedankt voor je hulp', 'Begrepen', 'Ben je een mens?', 'Kan ik met iemand praten?'],
    ['sv', 'Tack för hjälpen', 'Jag förstår', 'Är du en människa?', 'Jag vill prata med en människa'],
    ['pl', 'Dziękuję za pomoc', 'Rozumiem', 'Czy jesteś botem?', 'Chcę porozmawiać z człowiekiem'],
    ['ru', 'Спасибо за помощь', 'Понятно', 'Ты робот?', 'Хочу поговорить с человеком'],
    ['uk', 'Дякую за допомогу', 'Зрозуміло', 'Ти людина?', 'Хочу поговорити з людиною'],
    ['el', 'Ευχαριστώ για τη βοήθεια', 'Κατάλαβα', 'Είσαι ρομπότ;', 'Θέλω να μιλήσω με έναν άνθρωπο'],
    ['ro', 'Mulțumesc pentru ajutor', 'Am înțeles', 'Ești un robot?', 'Vreau să vorbesc cu un om'],
    ['tr', 'Yardımın için teşekkürler', 'Anladım', 'Robot musun?', 'Bir insanla konuşmak istiyorum'],
    ['ar', 'شكرا على المساعدة', 'فهمت', 'هل أنت روبوت؟', 'أريد التحدث مع شخص'],
    ['hi', 'मदद के लिए धन्यवाद', 'समझ गया', 'क्या आप इंसान हैं?', 'मुझे किसी इंसान से बात करनी है'],
    ['th', 'ขอบคุณมากครับ', 'เข้าใจแล้ว', 'คุณเป็นบอทไหม', 'ขอคุยกับเจ้าหน้าที่'],
    ['vi', 'Cảm ơn bạn nhiều', 'Hiểu rồi', 'Bạn là ai?', 'Tôi muốn nói chuyện với nhân viên'],
    ['zh', '好的，谢谢', '明白了', '你是机器人吗？', '转人工'],
    ['ja', 'ありがとう、助かりました', 'わかりました', 'あなたは人間ですか？', '担当者と話したい'],
    ['ko', '정말 감사합니다', '알겠습니다', '로봇인가요?', '상담원과 이야기하고 싶어요'],
  ])('is understood in %s', (language, thanks, notice, about, person) => {
    const kinds = [thanks, notice, about, person].map((text) => smallTalk(text));
    expect(kinds).toEqual(['thanks', 'notice', 'about', 'person'].map((kind) => ({ kind, language })));
  });

  it('is in the language of the conversation where several have the words', () => {
    expect(smallTalk('ok', 'ko')).toEqual({ kind: 'notice', language: 'ko' });
    expect(smallTalk('ja', 'sv')).toEqual({ kind: 'notice', language: 'sv' });
    expect(smallTalk('thanks', 'de')).toEqual({ kind: 'thanks', language: 'en' });
  });

  it('is removed from the beginning of a question', () => {
    expect(withoutOpening('¡Hola! ¿Cuándo abre el museo?').text).toBe('¿Cuándo abre el museo?');
    expect(withoutOpening('Thanks! And on Sundays?').text).toBe('And on Sundays?');
    expect(withoutOpening('Hi, ok. And on Sundays?').text).toBe('And on Sundays?');
  });

  it.each([
    ['No, I meant the API key', 'the API key'],
    ['I mean, on Windows', 'on Windows'],
    ['Nein, ich meinte das Install-Tool', 'das Install-Tool'],
    ['Non, je voulais dire la clé', 'la clé'],
    ['不是，我是说Windows版', 'Windows版'],
  ])('leaves what is meant instead: “%s”', (said, meant) => {
    expect(withoutOpening(said)).toEqual({ text: meant, isReply: true });
  });

  it.each(['No visitors show up', 'Good practices, and bad ones', 'I meaningfully ask', 'I meant'])(
    'is not removed from “%s”',
    (text) => {
      expect(withoutOpening(text)).toEqual({ text, isReply: false });
    },
  );
});
