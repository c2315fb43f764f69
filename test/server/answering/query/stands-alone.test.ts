import { describe, expect, it } from 'vitest';
import { referenceOf, standsAlone } from '../../../../server/answering/query/stands-alone.ts';
import { REFERRING_WORDS } from '../../../../server/language/vocabulary/referring-words.ts';

/** By language: questions that say by themselves what they ask for, and what is only understood after another question. */
const QUESTIONS: Record<string, { whole: string[]; followUps: string[] }> = {
  ar: {
    whole: ['هل لدى كيتل تطبيق للهاتف المحمول؟', 'كم تكلفة الخطة الأساسية في الشهر؟', 'ما هو الحد الأقصى لحجم الملف؟'],
    followUps: ['وعلى ويندوز؟', 'كيف أتراجع عن ذلك؟', 'وكم تكلفة الخطة الكاملة؟', 'لماذا؟'],
  },
  bg: {
    whole: ['Има ли Kettle мобилно приложение?', 'Колко струва основният план на месец?'],
    followUps: ['А за Windows?', 'Как да го отменя?', 'Защо?'],
  },
  da: {
    whole: ['Har Kettle en mobilapp til telefonen?', 'Hvad koster grundplanen om måneden?'],
    followUps: ['Og på Windows?', 'Hvordan fortryder jeg det?', 'Hvorfor?'],
  },
  de: {
    whole: [
      'Hat Kettle eine App fürs Handy?',
      'Was kostet der einfache Tarif im Monat?',
      'Wie lange gilt ein Gutschein, und kann ich ihn weitergeben?',
    ],
    followUps: [
      'Und unter Windows?',
      'Wie mache ich das?',
      'Kann man ihn kündigen?',
      'Wie ändere ich diese Einstellung?',
      'Was passiert dem Server danach?',
    ],
  },
  el: {
    whole: ['Έχει το Kettle εφαρμογή για κινητά;', 'Πόσο κοστίζει το βασικό πρόγραμμα τον μήνα;'],
    followUps: ['Και στα Windows;', 'Πώς αναιρώ αυτό;', 'Γιατί;'],
  },
  en: {
    whole: [
      'Does Kettle have a mobile app?',
      'What does the basic plan cost?',
      'ok how do I invite a colleague to the team',
      'coworking budget',
      'default port of the dev server?',
      'How long is a voucher valid and can I give it to a friend?',
      'My parcel arrived with a torn label. What do I do with it?',
      'Do I need a password that has digits?',
      'Does IT hand out laptops to new people?',
      'Who won the world cup in 1990?',
    ],
    followUps: [
      'And on Windows?',
      'how do I undo that?',
      'ok and when will I have the money?',
      'What about the large plan?',
      'So can visitors do the same on a phone?',
      'Can it be cancelled before the end of the month?',
      'How do I change this setting?',
      'Does Kettle support them?',
      'Which one is faster on a phone?',
      'does that work on Windows?',
      'Can I use Redis instead?',
      'do I have to run something afterwards?',
      'Does Kettle stop otherwise?',
      'Is Redis supported as well?',
      'Why?',
      'How long?',
      'On Windows?',
    ],
  },
  es: {
    whole: ['¿Tiene Kettle una aplicación para el móvil?', '¿Cuánto cuesta la tarifa básica al mes?'],
    followUps: ['¿Y en Windows?', '¿Cómo deshago eso?', '¿Cómo cambio esta opción?', '¿Por qué?'],
  },
  fi: {
    whole: ['Onko Kettlellä mobiilisovellus puhelimeen?', 'Paljonko perustilaus maksaa kuukaudessa?'],
    followUps: ['Entä Windowsissa?', 'Miten peruutan sen?', 'Miksi?'],
  },
  fr: {
    whole: ['Kettle a-t-il une application mobile ?', 'Combien coûte le forfait de base par mois ?'],
    followUps: ['Et sous Windows ?', 'Comment annuler cela ?', 'Et pour les enfants ?', 'Pourquoi ?'],
  },
  ga: {
    whole: ['An bhfuil aip fón póca ag Kettle?', 'Cé mhéad a chosnaíonn an plean bunúsach sa mhí?'],
    followUps: ['Agus ar Windows?', 'Conas a chuirim sin ar ceal?'],
  },
  hi: {
    whole: ['क्या केटल का मोबाइल ऐप उपलब्ध है?', 'मूल योजना की मासिक कीमत कितनी है?'],
    followUps: ['और विंडोज पर?', 'इसे कैसे रद्द करें?', 'क्यों?'],
  },
  hu: {
    whole: ['Van a Kettle-nek mobilalkalmazása telefonra?', 'Mennyibe kerül az alapcsomag havonta?'],
    followUps: ['És Windowson?', 'Hogyan vonom vissza ezt?', 'Miért?'],
  },
  hy: {
    whole: ['Kettle-ը բջջային հավելված ունի՞', 'Որքա՞ն արժե հիմնական փաթեթը ամսական'],
    followUps: ['Իսկ Windows-ում՞', 'Ինչպե՞ս չեղարկել դա'],
  },
  id: {
    whole: ['Apakah Kettle memiliki aplikasi seluler?', 'Berapa biaya paket dasar per bulan?'],
    followUps: ['Dan di Windows?', 'Bagaimana cara membatalkan itu?', 'Mengapa?'],
  },
  it: {
    whole: ['Kettle ha un’app per il cellulare?', 'Quanto costa il piano base al mese?'],
    followUps: ['E su Windows?', 'Come annullo questo?', 'Perché?'],
  },
  ja: {
    whole: [
      'Kettleにはモバイルアプリがありますか？',
      '基本プランの月額料金はいくらですか？',
      'モンゴルの首都はどこですか？',
    ],
    followUps: [
      'では、Windowsでは？',
      'それを元に戻すにはどうすればいいですか？',
      'プロプランは？',
      '解約できますか？',
    ],
  },
  ko: {
    whole: ['케틀은 모바일 앱이 있나요?', '기본 요금제는 한 달에 얼마인가요?'],
    followUps: ['그럼 윈도우에서는요?', '그것을 어떻게 취소하나요?', '왜요?'],
  },
  lt: {
    whole: ['Ar „Kettle“ turi mobiliąją programėlę?', 'Kiek kainuoja pagrindinis planas per mėnesį?'],
    followUps: ['O „Windows“ sistemoje?', 'Kaip tai atšaukti?', 'Kodėl?'],
  },
  ne: {
    whole: ['केटलको मोबाइल एप उपलब्ध छ?', 'आधारभूत योजनाको मासिक मूल्य कति हो?'],
    followUps: ['अनि विन्डोजमा?', 'यसलाई कसरी रद्द गर्ने?'],
  },
  nl: {
    whole: ['Heeft Kettle een mobiele app?', 'Wat kost het basisabonnement per maand?'],
    followUps: ['En op Windows?', 'Hoe maak ik dat ongedaan?', 'Hoe wijzig ik deze instelling?', 'Waarom?'],
  },
  no: {
    whole: ['Har Kettle en mobilapp for telefonen?', 'Hva koster grunnabonnementet i måneden?'],
    followUps: ['Og på Windows?', 'Hvordan angrer jeg det?', 'Hvorfor?'],
  },
  pl: {
    whole: [
      'Czy Kettle ma aplikację mobilną?',
      'Ile kosztuje podstawowy plan miesięcznie?',
      'Co to jest plan podstawowy?',
    ],
    followUps: ['A na Windows?', 'Jak cofnąć to?', 'Czy można go anulować?', 'Dlaczego?'],
  },
  pt: {
    whole: ['O Kettle tem um aplicativo para celular?', 'Quanto custa o plano básico por mês?'],
    followUps: ['E no Windows?', 'Como desfaço isso?', 'Por quê?'],
  },
  ro: {
    whole: ['Are Kettle o aplicație pentru mobil?', 'Cât costă planul de bază pe lună?'],
    followUps: ['Și pe Windows?', 'Cum anulez asta?', 'De ce?'],
  },
  ru: {
    whole: ['Есть ли у Kettle мобильное приложение?', 'Сколько стоит базовый тариф в месяц?'],
    followUps: ['А на Windows?', 'Как это отменить?', 'Можно ли его отменить?', 'Почему?'],
  },
  sl: {
    whole: ['Ali ima Kettle mobilno aplikacijo?', 'Koliko stane osnovni paket na mesec?'],
    followUps: ['In v sistemu Windows?', 'Kako razveljavim to?'],
  },
  sr: {
    whole: [
      'Да ли Kettle има мобилну апликацију?',
      'Колико кошта основни пакет месечно?',
      'Koliko košta osnovni paket mesečno?',
    ],
    followUps: ['А на Windows-у?', 'Како да га откажем?', 'A na Windowsu?', 'Kako da ga otkažem?'],
  },
  sv: {
    whole: ['Har Kettle en mobilapp för telefonen?', 'Vad kostar grundplanen i månaden?'],
    followUps: ['Och på Windows?', 'Hur ångrar jag det?', 'Varför?'],
  },
  ta: {
    whole: ['கெட்டிலுக்கு கைபேசி செயலி உள்ளதா?', 'அடிப்படைத் திட்டத்தின் மாதக் கட்டணம் எவ்வளவு?'],
    followUps: ['ஆனால் விண்டோஸில்?', 'அதை எப்படி ரத்து செய்வது?'],
  },
  th: {
    whole: ['กาต้มน้ำรุ่นนี้มีแอปมือถือให้ดาวน์โหลดไหม', 'แพ็กเกจพื้นฐานราคาเดือนละเท่าไหร่'],
    followUps: ['แล้วบนวินโดวส์ล่ะ', 'ยกเลิกมันอย่างไร', 'ทำไม'],
  },
  tr: {
    whole: ['Kettle’ın mobil uygulaması var mı?', 'Temel paketin aylık ücreti ne kadar?'],
    followUps: ['Peki Windows’ta?', 'Bunu nasıl geri alırım?', 'Neden?'],
  },
  uk: {
    whole: ['Чи має Kettle мобільний застосунок?', 'Скільки коштує базовий тариф на місяць?'],
    followUps: ['А на Windows?', 'Як це скасувати?', 'Чому?'],
  },
  vi: {
    whole: ['Kettle có ứng dụng di động không?', 'Gói cơ bản giá bao nhiêu mỗi tháng?'],
    followUps: ['Còn trên Windows?', 'Làm sao để hoàn tác nó?', 'Tại sao?'],
  },
  zh: {
    whole: ['Kettle 有手机应用吗？', '基本套餐每月多少钱？', '蒙古的首都是哪里？'],
    followUps: ['那在 Windows 上呢？', '怎么撤销它？', '高级套餐呢？', '可以取消吗？'],
  },
};

describe('a question in a conversation', () => {
  it('is told from a follow-up in every language that has words for it', () => {
    expect(Object.keys(QUESTIONS).sort()).toEqual(Object.keys(REFERRING_WORDS).sort());
  });

  describe.each(Object.entries(QUESTIONS))('in %s', (language, { whole, followUps }) => {
    it.each(whole)('stands alone: %s', (question) => expect(standsAlone(question, language)).toBe(true));
    it.each(followUps)('rests on what was asked before: %s', (question) =>
      expect(standsAlone(question, language)).toBe(false),
    );
  });

  it.each([
    ['en', 'Can I turn it off again?', 'pronoun'],
    ['en', 'how do I undo that?', 'pronoun'],
    ['en', 'And on Windows?', 'joined'],
    ['en', 'Is Redis supported as well?', 'joined'],
    ['en', 'I did that, and the login never works after I paste the hash into the file', 'joined'],
    ['en', 'which formats?', 'incomplete'],
    ['en', 'where do I put the file?', 'short'],
    ['en', 'where do I put a file?', null],
    ['en', 'is there an app for the phone?', null],
    ['en', 'What does the basic plan cost?', null],
    ['de', 'Wie kündige ich ihn?', 'pronoun'],
    ['de', 'und mit Docker?', 'joined'],
    ['de', 'Wo speichere ich die Datei?', 'short'],
    ['de', 'Gibt es für die Station eine App?', null],
    ['fr', 'où mettre le fichier ?', 'short'],
    ['fr', 'comment changer l’adresse ?', 'short'],
    ['zh', '高级套餐呢？', 'joined'],
    ['ja', 'プロプランは？', 'joined'],
  ] as const)('rests in %s on what was asked before as it says: %s', (language, question, reference) => {
    expect(referenceOf(question, language)).toBe(reference);
  });

  it('may refer to what it has said itself', () => {
    expect(standsAlone('Can it be cancelled?', 'en')).toBe(false);
    expect(standsAlone('I bought the yearly plan last week. Can it be cancelled?', 'en')).toBe(true);
  });

  it('rests on what was asked before where the words of its language are unknown', () => {
    expect(standsAlone('Does Kettle have a mobile app?', 'xx')).toBe(false);
    expect(standsAlone('Kettle', 'und')).toBe(false);
  });

  it('is read once from its beginning to its end, however long it is', () => {
    expect(standsAlone('why '.repeat(1000), 'en')).toBe(false);
    expect(standsAlone(`${'?'.repeat(4000)} basic plan`, 'en')).toBe(true);
    expect(standsAlone('', 'en')).toBe(false);
  });
});
