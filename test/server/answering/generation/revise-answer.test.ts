import { describe, expect, it } from 'vitest';
import { type AnswerSentence, reviseAnswer } from '../../../../server/answering/generation/revise-answer.ts';

const OUTCOMES = { '+': 'supported', '-': 'unsupported', '.': 'neutral', '?': 'missing' } as const;

/** Revises a text whose sentences each stand in braces after the sign of their outcome; drops what is unsupported. */
function revised(marked: string, drop: AnswerSentence['outcome'][] = ['unsupported', 'missing']) {
  let text = '';
  const sentences: AnswerSentence[] = [];
  for (const [, space = '', sign = '.', words = ''] of marked.matchAll(/(\s*)([-+.?])\{([^}]*)\}/g)) {
    text += space;
    const outcome = OUTCOMES[sign as keyof typeof OUTCOMES];
    sentences.push({ start: text.length, end: text.length + words.length, outcome });
    text += words;
  }
  return reviseAnswer(text, sentences, ({ outcome }) => drop.includes(outcome));
}

describe('a revised answer', () => {
  it.each([
    ['nothing is dropped', '+{A.} .{B.}\n\n+{C.}', 'A. B.\n\nC.'],
    ['the first goes', '-{A.} +{B.}', 'B.'],
    ['the last goes', '+{A.} -{B.}', 'A.'],
    ['one in the middle goes', '+{A.} -{B.} +{C.}', 'A. C.'],
    ['the paragraph stays', '+{A.}\n\n-{B.} +{C.}', 'A.\n\nC.'],
    ['a paragraph goes', '+{A.}\n\n-{B.}\n\n+{C.}', 'A.\n\nC.'],
    ['an item goes', '+{- A}\n-{- B}\n+{- C}', '- A\n- C'],
    ['the first sentence of an item goes', '+{- A}\n-{- B.} +{C.}', '- A\n- C.'],
    ['a nested item goes', '+{1. A}\n   -{- B}\n   +{- C}\n+{2. D}', '1. A\n   - C\n2. D'],
    ['all nested items go', '.{1. A}\n   -{- B}\n+{2. C}\n   -{- D}\n+{3. E}', '1. A\n2. C\n3. E'],
    ['what a sentence leads to goes', '+{Run A:}\n\n-{B}\n\n+{C.}', 'Run A.\n\nC.'],
    ['a row goes', '.{| a |}\n.{|---|}\n+{| A |}\n-{| B |}', '| a |\n|---|\n| A |'],
    ['all rows go', '+{A.}\n\n.{| a |}\n.{|---|}\n-{| B |}', 'A.'],
    ['a lead-in goes with its items', '.{Prices:}\n\n-{- A}\n-{- B}\n\n.{Ask on!}', 'Ask on!'],
    ['a lead-in stays with one item', '.{Prices:}\n\n-{- A}\n+{- B}', 'Prices:\n\n- B'],
    [
      'a heading goes with all below it',
      '+{A.}\n\n.{## B}\n\n.{These:}\n-{- C}\n\n.{## D}\n\n+{E.}',
      'A.\n\n## D\n\nE.',
    ],
    ['a statement of no answer goes', '+{A.} ?{For B:}', 'A.'],
    ['all goes', '-{A.}\n-{B.}', ''],
  ])('keeps its shape where %s', (_, marked, expected) => expect(revised(marked).text).toBe(expected));

  it('has the ranges of what is unsupported and stays', () => {
    const { text, unsupported } = revised('?{A.} -{Bad.} +{C.}', ['missing']);
    expect(unsupported.map(({ start, end }) => text.slice(start, end))).toEqual(['Bad.']);
  });
});
