import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { splitQuestions } from '../../../../server/answering/query/split-questions.ts';

const partsOf = (text: string, language = 'en') => splitQuestions(text, language).map((part) => part.text);

describe('the questions of a message', () => {
  it.each([
    [
      'en',
      'How can I track clicks? And also downloads? And does it slow down my site?',
      ['How can I track clicks?', 'And also downloads?', 'And does it slow down my site?'],
    ],
    [
      'de',
      'Ich habe mein Passwort vergessen. Wie komme ich wieder hinein? Und wo ist der Wartungsmodus?',
      ['Ich habe mein Passwort vergessen. Wie komme ich wieder hinein?', 'Und wo ist der Wartungsmodus?'],
    ],
    ['es', '¿Cuánto cuesta el plan? ¿Y se puede cancelar?', ['¿Cuánto cuesta el plan?', '¿Y se puede cancelar?']],
    ['ja', '料金はいくらですか？解約できますか？', ['料金はいくらですか？', '解約できますか？']],
    ['ar', 'كم تكلفة الخطة الأساسية؟ كيف ألغي الاشتراك؟', ['كم تكلفة الخطة الأساسية؟', 'كيف ألغي الاشتراك؟']],
    ['el', 'Πόσο κοστίζει το πρόγραμμα; Πώς το ακυρώνω;', ['Πόσο κοστίζει το πρόγραμμα;', 'Πώς το ακυρώνω;']],
  ])('are told apart in %s', (language, text, parts) => {
    expect(partsOf(text, language)).toEqual(parts);
  });

  it('are one where the second says nothing by itself', () => {
    expect(partsOf('Is the port open? Why?')).toEqual(['Is the port open? Why?']);
  });

  it.each([
    'How do I install the server',
    'My parcel arrived with a torn label. What do I do with it?',
    'Does the port change? It is 8080 here.',
    'Is it red? Is it blue? Is it green? Is it yellow? Is it black?',
    'My page needs ?page= at its end. How is that added?',
    'I want to ask "really quit?" after the last window is gone. How?',
  ])('are all of it where there is one, or too many: %s', (text) => {
    expect(partsOf(text)).toEqual([text]);
  });

  const STORY = `${'My nephew set up the bakery website last summer before moving abroad with all passwords. '.repeat(5)}`;

  it('stand without the story around them', () => {
    const question = 'How can the website be moved to another account?';
    expect(partsOf(`${STORY}${question} We have 2000 visitors a month.`)).toEqual([question]);
  });

  it('have the sentence before them where they do not stand alone', () => {
    expect(partsOf(`${STORY}I need the weekly report. Can it be sent to me?`)).toEqual([
      'I need the weekly report. Can it be sent to me?',
    ]);
  });

  it('are all of a story that asks nothing', () => {
    expect(partsOf(STORY)).toEqual([STORY]);
  });

  it('do not keep the story in memory where they are kept', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const questionsOf = (at: number) => partsOf(`${at} ${STORY.repeat(8)}Where do I find invoice ${at}?`);
    const kept = questionsOf(0);
    const before = heap();
    for (let at = 1; at <= 500; at += 1) kept.push(...questionsOf(at));
    expect((heap() - before) / kept.length).toBeLessThan(STORY.length);
    expect(kept.at(-1)).toBe('Where do I find invoice 500?');
  });
});
