import { describe, expect, it } from 'vitest';
import { queryTerms, readQuestion } from '../../../server/language/read-question.ts';
import { indexTerms } from '../../../server/language/terms.ts';
import { tokens } from '../../../server/language/words.ts';
import { fc } from '../../helpers/input/fast-check.ts';
import { expectLinear } from '../../helpers/timing/growth.ts';

describe('tokens', () => {
  it('are the same whether a text is read as ASCII or as Unicode', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 60 });
    // The text after the space makes the whole text non-ASCII, and is the last token.
    const same = (text: string) => {
      expect(tokens(`${text} é`).slice(0, -1)).toEqual(tokens(text));
    };
    fc.assert(fc.property(ascii, same));
    fc.assert(fc.property(ascii, (text) => same(`a.b-c_${text}`)));
  });

  it('are the same among the dashes and quotation marks of typography', () => {
    const characters = [..."aB1-.'+#_ \n–—‘’“”…‑é²"];
    const text = fc.array(fc.constantFrom(...characters), { maxLength: 20 });
    const same = (read: string[]) => {
      expect(tokens(`${read.join('')} é`).slice(0, -1)).toEqual(tokens(read.join('')));
    };
    fc.assert(fc.property(text, same), { numRuns: 2_000 });
  });
});

describe('indexTerms', () => {
  it('does not attach a reference mark or an exponent to a number', () => {
    expect(indexTerms('67,413² people on 10⁶ m²', 'en')).toEqual(indexTerms('67,413 people on 10 m2', 'en'));
  });

  it('survives the words that the Bulgarian stemmer throws at', () => {
    expect(indexTerms('променени освен библиотеката', 'bg')).toContain('променени');
  });

  it('maps the forms of a word to the same term', () => {
    expect(indexTerms('Connections', 'en')).toEqual(indexTerms('connected', 'en'));
    expect(indexTerms('Häuser', 'de')).toEqual(indexTerms('Hauser', 'de'));
    expect(indexTerms('ＡＢＣ', 'en')).toEqual(indexTerms('abc', 'en'));
  });

  it('knows the two letters i of Turkish, in capitals and as they are typed on other keyboards', () => {
    expect(indexTerms('IŞIKLAR', 'tr')).toEqual(indexTerms('ışıklar', 'tr'));
    expect(indexTerms('İSTANBUL', 'tr')).toEqual(indexTerms('istanbul', 'tr'));
    expect(indexTerms('kırmızı', 'tr')).toEqual(indexTerms('kirmizi', 'tr'));
  });

  it('keeps order and repeats', () => {
    expect(indexTerms('cat dog cat', 'en')).toEqual(['cat', 'dog', 'cat']);
  });

  it.each([
    ['max_tokens', ['max_tokens', 'max', 'token']],
    ['x-api-key', ['x-api-key', 'x', 'api', 'kei']],
    ['v1.2.3', ['v1.2.3', 'v1', '2', '3']],
    ['C++', ['c++', 'c']],
    ['maxTokens', ['maxtokens', 'max', 'token']],
  ])('indexes the identifier %s whole and in parts', (identifier, terms) => {
    expect(indexTerms(identifier, 'en')).toEqual(terms);
  });

  it('cuts scripts without spaces into n-grams and keeps the words beside them', () => {
    expect(indexTerms('東京都のAPI', 'ja')).toEqual(['東京', '京都', '都の', 'api']);
    expect(indexTerms('ไทย API', 'th')).toEqual(['ไทย', 'api']);
  });

  it('keeps Vietnamese accents and folds those of other languages', () => {
    expect(indexTerms('mã', 'vi')).not.toEqual(indexTerms('ma', 'vi'));
    expect(indexTerms('café', 'und')).toEqual(['cafe']);
  });

  it('never returns a term with white space, whatever the text', () => {
    const odd = 'a\u00a0b\u2003c\u3000d \u0000 "NEAR(x, y)" -z* 🙂 ﷺ \ud800 ＿＿ --- ...';
    for (const term of indexTerms(odd, 'en')) expect(term).toMatch(/^\S+$/u);
  });

  it.each(['a-', '_', 'aB', "'a", '東'])('takes linear time on hostile text: %s', (flood) =>
    expectLinear(400_000, (length) => indexTerms(flood.repeat(length / flood.length), 'en')),
  );
});

describe('queryTerms', () => {
  it('drops function words and repeats', () => {
    expect(queryTerms('What is the limit of the limit?', ['en'])).toEqual(['limit']);
  });

  it.each([
    ['en', 'How do I invite someone?', 'invite'],
    ['de', 'Wie lade ich jemanden ein?', 'lade'],
  ])('drops what stands for anybody (%s): %s', (language, question, content) => {
    expect(queryTerms(question, [language])).toEqual(indexTerms(content, language));
  });

  it.each([
    ['Είναι αυτή η είσοδος;', 'είσοδος'],
    ['Πώς πάω προς το μουσείο;', 'πάω μουσείο'],
    ['Γιατί όμως δεν λειτουργεί;', 'λειτουργεί'],
  ])('drops Greek function words, with the accents that a question has: %s', (question, content) => {
    expect(queryTerms(question, ['el'])).toEqual(indexTerms(content, 'el'));
  });

  it('drops Russian function words as they are written with ё, and abbreviations', () => {
    expect(queryTerms('Как задать её размер, т.е. ширину, и т.п.?', ['ru'])).toEqual(
      queryTerms('задать размер ширину', ['ru']),
    );
    expect(queryTerms('подключить ещё один файл', ['ru'])).toEqual(queryTerms('подключить файл', ['ru']));
  });

  it.each([
    ['fr', 'Est-ce qu’on peut télétravailler ?', 'télétravailler'],
    ['fr', "Où puis-je déposer mes notes, et qu'en fait-on ?", 'déposer notes'],
    ['fr', "Faut-il une clé quand j'ai un compte ?", 'clé compte'],
    ['it', "Cos'è la cache e dov'è il registro?", 'cache registro'],
  ])('drops function words joined by an apostrophe or a hyphen (%s): %s', (language, question, content) => {
    expect(queryTerms(question, [language])).toEqual(indexTerms(content, language));
  });

  it('keeps what is joined to a function word, and names of function words', () => {
    expect(queryTerms("Qu'est-ce que l'hébergement ?", ['fr'])).toEqual(indexTerms('hébergement', 'fr'));
    expect(queryTerms('How do I use on-behalf-of?', ['en'])).toContain('on-behalf-of');
  });

  it.each([
    ['de', 'Fuer wen koennte ich spaeter über den Hafen schreiben?', 'de'],
    ['es', '¿Donde estan los limites y cuales son mas utiles?', 'es'],
    ['fr', 'Quel est le numero, meme après le depart ?', 'fr'],
  ])('drops function words that are typed without their accents (%s): %s', (_, question, language) => {
    const terms = queryTerms(question, [language]);
    for (const word of ['fuer', 'koennt', 'donde', 'estan', 'cual', 'mas', 'mem']) expect(terms).not.toContain(word);
  });

  it('keeps function words if nothing else is left', () => {
    expect(queryTerms('the who', ['en']).length).toBeGreaterThan(0);
  });

  it('stems once per language of the documents', () => {
    const terms = queryTerms('Lieferungen', ['de', 'en']);
    expect(terms).toEqual([...new Set([...indexTerms('Lieferungen', 'de'), ...indexTerms('Lieferungen', 'en')])]);
  });

  it('returns nothing for a text without letters', () => {
    expect(queryTerms('?! …', ['en'])).toEqual([]);
  });
});

describe('the roles of terms', () => {
  const roles = (text: string, language: string) => Object.fromEntries(readQuestion(text, [language]).roles);

  it('distinguishes names and question-type words from other words', () => {
    const asked = roles('What type of engine did Watt build in 1776?', 'en');
    expect(asked).toEqual({ type: 'asking', engin: 'plain', watt: 'name', build: 'plain', 1776: 'name' });
  });

  it('ignores capitals if all words have one, and in German', () => {
    expect(Object.values(roles('WHERE IS THE HARBOUR OF OSLO', 'en'))).toEqual(['plain', 'plain']);
    expect(Object.values(roles('Wann wurde der Hafen gebaut?', 'de'))).toEqual(['plain', 'plain']);
  });

  it.each([
    ['el', 'Τι είναι η φωτοσύνθεση;', 1],
    ['hi', 'क्या है फोटोसिंथेसिस?', 1],
    ['de', 'Wer wurde wann König?', 1],
    ['zh', '条约是什么时候签署的？', 2],
    ['ja', '東京の国は何ですか', 1],
    ['th', 'จำนวนเท่าไร', 4],
  ])('drops the question words of %s', (language, text, terms) => {
    expect(Object.keys(roles(text, language))).toHaveLength(terms);
  });

  it('finds names with accents that a question omits', () => {
    expect(roles('Mongke', 'en')).toEqual(roles('Möngke', 'en'));
  });
});
