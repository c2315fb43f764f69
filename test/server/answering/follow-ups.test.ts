import { describe, expect, it } from 'vitest';
import { toAnswer } from '../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import type { HistoryMessage } from '../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { memoryStore, type Written } from './memory-store.ts';

/** The guide of a bicycle hire, in the words of one language, and how its visitors go on asking. */
interface Talk {
  language: string;
  passages: [title: string, text: string][];
  first: string;
  /** Follow-ups that refer back, with words of their answers. */
  answered: [followUp: string, says: string][];
  /** Questions on an unrelated subject. */
  refused: string[];
  /** Questions near the subject that stand alone: answered, unsure or refused as if nothing had been asked before. */
  whole: string[];
}

const TALKS: Talk[] = [
  {
    language: 'en',
    passages: [
      ['Plans', 'The basic plan costs 9 euros a month. The pro plan costs 19 euros a month and includes a helmet.'],
      ['Cancelling', 'A plan can be cancelled until the last day of the month.'],
      ['Repairs', 'Repairs of a bicycle are free. A flat tyre is mended at the station within a day.'],
      [
        'Stations',
        'The world of our stations grows: there are forty in the city. Each station has a machine for a cup of coffee.',
      ],
      ['Names', 'The name of a station is written in capital letters. The sign is painted once a year.'],
      ['Lost property', 'What was left in a basket is sent home. The best way to ask for it is by telephone.'],
      ['Electric bicycles', 'An electric bicycle goes sixty kilometres. Its battery is charged at the station.'],
      ['Children', 'Children may ride from the age of ten. A child seat is lent at every station.'],
    ],
    first: 'How much does the basic plan cost?',
    answered: [
      ['And the pro plan?', '19 euros'],
      ['And for the pro plan?', '19 euros'],
      ['Can it be cancelled?', 'until the last day'],
      ['Which plan includes a helmet?', 'helmet'],
      ['How far does an electric bicycle go?', 'sixty kilometres'],
      ['And what about children?', 'age of ten'],
    ],
    refused: [
      'Who won the world cup in 1990?',
      'What is the capital of Mongolia?',
      'Who painted the Mona Lisa?',
      'How do I bake sourdough bread at home?',
      'Which year did the Titanic sink?',
      'What is the best recipe for chocolate cake?',
    ],
    whole: [
      'Does the bicycle hire have a mobile app?',
      'Which plan includes a helmet?',
      'How far does an electric bicycle go?',
      'Is there a discount on repairs for students?',
      'Can the sign of a station be bought?',
    ],
  },
  {
    language: 'de',
    passages: [
      [
        'Tarife',
        'Der einfache Tarif kostet 9 Euro im Monat. Der große Tarif kostet 19 Euro im Monat und enthält einen Helm.',
      ],
      ['Kündigung', 'Ein Tarif lässt sich bis zum letzten Tag des Monats kündigen.'],
      ['Reparaturen', 'Reparaturen am Fahrrad sind kostenlos. Ein platter Reifen wird an der Station geflickt.'],
      ['Stationen', 'Die Welt unserer Stationen wächst: In der Stadt sind es vierzig. Jedes Schild ist gemalt.'],
      ['Kinder', 'Kinder dürfen ab zehn Jahren fahren. Einen Kindersitz leiht jede Station aus.'],
    ],
    first: 'Was kostet der einfache Tarif?',
    answered: [
      ['Und der große Tarif?', '19 Euro'],
      ['Kann man ihn kündigen?', 'bis zum letzten Tag'],
      ['Und Kinder?', 'ab zehn Jahren'],
    ],
    refused: [
      'Wer hat 1990 die Weltmeisterschaft gewonnen?',
      'Was ist die Hauptstadt der Mongolei?',
      'Wer hat die Mona Lisa gemalt?',
      'Wie backe ich Sauerteigbrot?',
    ],
    whole: [
      'Gibt es für die Station eine App?',
      'Was kostet der große Tarif?',
      'Wird ein platter Reifen an jeder Station in Köln geflickt?',
    ],
  },
  {
    language: 'es',
    passages: [
      [
        'Tarifas',
        'La tarifa básica cuesta 9 euros al mes. La tarifa completa cuesta 19 euros al mes e incluye un casco.',
      ],
      ['Cancelación', 'Una tarifa se puede cancelar hasta el último día del mes.'],
      ['Reparaciones', 'Las reparaciones de la bicicleta son gratuitas. Un pinchazo se arregla en la estación.'],
      ['Estaciones', 'El mundo de nuestras estaciones crece: en la capital hay cuarenta. Cada letrero está pintado.'],
      ['Niños', 'Los niños pueden montar a partir de los diez años.'],
    ],
    first: '¿Cuánto cuesta la tarifa básica?',
    answered: [
      ['¿Y la tarifa completa?', '19 euros'],
      ['¿Se puede cancelar?', 'hasta el último día'],
      ['¿Y los niños?', 'diez años'],
    ],
    refused: [
      '¿Quién ganó el mundial de fútbol en 1990?',
      '¿Cuál es la capital de Mongolia?',
      '¿Quién pintó la Mona Lisa?',
      '¿Cómo se hace pan de masa madre?',
    ],
    whole: [
      '¿Tiene la estación una aplicación móvil?',
      '¿Cuánto cuesta la tarifa completa?',
      '¿Hay un descuento en las reparaciones para estudiantes?',
    ],
  },
  {
    language: 'ru',
    passages: [
      ['Тарифы', 'Базовый тариф стоит 9 евро в месяц. Полный тариф стоит 19 евро в месяц и включает шлем.'],
      ['Отмена', 'Отменить тариф можно до последнего дня месяца.'],
      ['Ремонт', 'Ремонт велосипеда бесплатный. Проколотую шину чинят на станции.'],
      ['Станции', 'Мир наших станций растёт: в столице их сорок. Имя станции написано на ней.'],
      ['Дети', 'Дети могут ездить с десяти лет.'],
    ],
    first: 'Сколько стоит базовый тариф?',
    answered: [
      ['А полный тариф?', '19 евро'],
      ['Можно ли его отменить?', 'до последнего дня'],
      ['А дети?', 'с десяти лет'],
    ],
    refused: [
      'Кто выиграл чемпионат мира по футболу в 1990 году?',
      'Какая столица Монголии?',
      'Кто написал Мону Лизу?',
      'Как испечь хлеб на закваске?',
    ],
    whole: [
      'Есть ли мобильное приложение у станции?',
      'Сколько стоит полный тариф?',
      'Есть ли скидка на ремонт для студентов?',
    ],
  },
  {
    language: 'ja',
    passages: [
      ['料金', '基本プランは月額九ユーロです。プロプランは月額十九ユーロで、ヘルメットが付いています。'],
      ['解約', 'プランは月末まで解約できます。'],
      ['修理', '自転車の修理は無料です。パンクは駅で直します。'],
      ['駅', '首都には四十の駅があります。駅の名前は壁に描いてあります。'],
      ['子供', '子供は十歳から乗れます。'],
    ],
    first: '基本プランの料金はいくらですか？',
    answered: [
      ['プロプランは？', '十九ユーロ'],
      ['解約できますか？', '月末まで'],
    ],
    refused: [
      'モナリザを描いたのは誰ですか？',
      'モンゴルの首都はどこですか？',
      'タイタニック号は何年に沈没しましたか？',
    ],
    whole: [
      '駅にモバイルアプリがありますか？',
      'プロプランの月額料金はいくらですか？',
      '学生の修理には割引がありますか？',
    ],
  },
  {
    language: 'zh',
    passages: [
      ['价格', '基本套餐每月九欧元。高级套餐每月十九欧元，包括头盔。'],
      ['取消', '套餐可以在月底之前取消。'],
      ['修理', '自行车修理免费。轮胎在车站修补。'],
      ['车站', '城里有四十个车站。车站的名字画在墙上。'],
      ['儿童', '儿童从十岁起可以骑车。'],
    ],
    first: '基本套餐多少钱？',
    answered: [
      ['高级套餐呢？', '十九欧元'],
      ['可以取消吗？', '月底之前'],
      ['儿童呢？', '十岁'],
    ],
    refused: ['蒙娜丽莎是谁画的？', '蒙古的首都是哪里？', '泰坦尼克号哪一年沉没？'],
    whole: ['车站有手机应用吗？', '高级套餐每月多少钱？', '学生修理自行车有折扣吗？'],
  },
];

function ask({ language, passages }: Talk, text: string, before: string[]) {
  const written = passages.map(([title, said]): Written => ({ title, text: said, language }));
  const history = before.map((said): HistoryMessage => ({ role: 'user', text: said }));
  const { signal } = new AbortController();
  const answerer = createAnswerer({ store: memoryStore(written), embedder: createBuiltinEmbedder });
  return toAnswer(answerer.answer({ projectId: 'p', text, history, contact: '', signal }));
}

describe.each(TALKS.map((talk) => [talk.language, talk] as const))('a follow-up in %s', (_, talk) => {
  it.each(talk.answered)('that refers to the conversation is answered: %s', async (followUp, says) => {
    const answer = await ask(talk, followUp, [talk.first]);
    // Surely or not: what it asks for is shown.
    expect(['stop', 'unsure']).toContain(answer.finishReason);
    expect(answer.citations[0]?.quote).toContain(says);
  });

  it.each(talk.whole)('that stands alone is answered as if nothing had been asked before: %s', async (question) => {
    const alone = await ask(talk, question, []);
    for (const before of [[talk.first], talk.answered.map(([asked]) => asked), talk.whole])
      expect([before, await ask(talk, question, before)]).toEqual([before, alone]);
  });

  it.each(talk.refused)('on an unrelated subject is refused whatever was asked before: %s', async (followUp) => {
    const asked = [[], [talk.first], [talk.first, followUp], talk.answered.map(([before]) => before)];
    for (const before of asked) {
      const { finishReason, citations } = await ask(talk, followUp, before);
      expect([before, finishReason, citations]).toEqual([before, 'refused', []]);
    }
  });
});
