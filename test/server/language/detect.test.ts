import { describe, expect, it } from 'vitest';
import { detectLanguage, guessLanguage, languageAmong } from '../../../server/language/detect.ts';

const TEXTS: [string, string][] = [
  ['en', 'How many people are employed by the company in this country?'],
  ['de', 'Wie viele Menschen werden von der Firma in diesem Land beschäftigt?'],
  ['fr', 'Combien de personnes sont employées par la société dans ce pays ?'],
  ['es', '¿Cuántas personas están empleadas por la empresa en este país?'],
  ['ru', 'Сколько человек работает в этой компании и где она находится?'],
  ['el', 'Πόσοι άνθρωποι εργάζονται στην εταιρεία σε αυτή τη χώρα;'],
  ['ar', 'كم عدد الأشخاص الذين يعملون في الشركة في هذا البلد؟'],
  ['hi', 'इस देश में कंपनी में कितने लोग काम करते हैं?'],
  ['th', 'บริษัทนี้มีพนักงานกี่คนในประเทศนี้'],
  ['vi', 'Công ty này có bao nhiêu nhân viên làm việc ở nước này?'],
  ['zh', '这家公司在这个国家有多少员工？'],
  ['ja', 'この会社はこの国で何人を雇用していますか。'],
  ['ko', '이 회사는 이 나라에서 몇 명을 고용하고 있습니까?'],
];

describe('language detection', () => {
  it.each(TEXTS)('detects %s in a document', (language, text) => expect(detectLanguage(text)).toBe(language));
  it.each(TEXTS)('detects %s in a question', (language, text) => {
    expect(guessLanguage(text)).toBe(language);
  });
  it.each(['Що це?', 'Де квитки?', 'Чи є знижки?', 'Які години роботи?', 'Ціна квитка?'])(
    'does not take a short Ukrainian question for Russian: %s',
    (question) => expect(guessLanguage(question)).toBe('uk'),
  );
  it('reads on if a long document begins with names', () => {
    const names = 'Kowalski Nowak Lindqvist Papadopoulos 12 '.repeat(110);
    const prose = 'What the committee has found in this year is written down below, for those who were not there. ';
    expect(detectLanguage(names + prose.repeat(120))).toBe('en');
  });
  it('does not decide by a few words that another language shares', () => {
    const form =
      'Value 1 | Value 2 | Value 3 Total 1+2 | Total 1+2 Overall value: 1 value: 2 total: 23 value: 4 overall: 7';
    expect(detectLanguage(form)).toBe('en');
  });
  it.each([
    ['a menu', 'Item | Price\nEspresso | 2.50 €\nCappuccino | 3.20 €\nLatte | 3.60 €\nCroissant | 1.90 €'],
    ['goods', 'KT-100\tKettle\t39.90\nKT-200\tToaster\t59.00\nKT-300\tBlender\t89.50\nKT-310\tMixer\t99.00'],
    [
      'long names of goods',
      'Bolt M6 steel 8.8, 12 mm: 0.30 EUR\nNut M6 brass, 5 mm: 0.20 EUR\nWasher zinc 6 mm: 0.05 EUR',
    ],
    ['people', 'Anna Kowalska\nJohn Smith\nPetra Nováková\nLuca Rossi\nSven Lindqvist'],
  ])('finds no language in a list of %s', (_, text) => expect(detectLanguage(text)).toBe('und'));
  it('takes the language of the prose beside a list', () => {
    const rows = 'Latte macchiato | 3.60 €\nCroissant | 1.90 €\nTiramisu | 4.80 €\n'.repeat(20);
    expect(detectLanguage(`Všetky ceny platia do konca roka a zahŕňajú daň.\n${rows}`)).toBe('sk');
  });
  it.each([
    'I want a raise',
    'What type of company is Van Gend en Loos?',
    'My parcel was also late',
    'Is there a summit of Rio de Janeiro?',
  ])('takes an English question with a word that is another language’s function word for English: %s', (question) =>
    expect(guessLanguage(question)).toBe('en'),
  );
  it.each([
    ['de', 'Was kostet das?'],
    ['de', 'Was kostet ein Espresso Macchiato?'],
    ['fr', 'pas de problème'],
    ['nl', 'Ik want dat niet'],
    ['tr', 'Havzada kaç kilometre karelik yağmur ormanı bulunmaktadır?'],
  ])('still tells %s by a single word more: %s', (language, question) =>
    expect(guessLanguage(question)).toBe(language),
  );
  it.each([
    'fail2ban unban ip',
    'fail2ban unban ip?',
    'alpha_num?',
    'ip ban',
    'nas backup',
    'war file deploy',
    'mod rewrite',
    'env vars',
    'Pub / Sub',
    'pro plan',
  ])('does not take names in which another language has a function word for that language: %s', (question) =>
    expect(guessLanguage(question)).toBe('und'),
  );
  it.each([
    ['Ce boală umană dobândită duce la imunodeficiență?', 'fr'],
    ['Son yüzyılda küresel ortalama yüzey hava sıcaklığı ne kadar değişmiştir?', 'fr'],
    ['Creare uno snapshot in sola lettura', 'es'],
  ])('does not take one language for another by a single word more: %s', (question, other) =>
    expect(guessLanguage(question)).not.toBe(other),
  );
  it('does not guess without evidence', () => {
    expect(guessLanguage('Kubernetes')).toBe('und');
    expect(detectLanguage('12 — 34')).toBe('und');
    expect(detectLanguage('')).toBe('und');
  });
});

describe('the language of a question beside documents', () => {
  it.each([
    ['ja', 'LDAP認証', ['ja']],
    ['ja', '全文検索 設定方法', ['ja', 'en']],
    ['zh', 'LDAP認証', ['zh', 'ja']],
    ['zh', '如何安装', ['ja']],
    ['zh', '怎么安装', ['ja']],
    ['zh', '设置', ['ja']],
    ['zh', '全文検索', ['en']],
    ['bg', 'резервно копие', ['bg']],
    ['uk', 'резервна копия', ['en', 'uk']],
    ['ru', 'резервные копии', ['bg']],
    ['ru', 'как настроить кнопку', ['bg']],
    ['ru', 'резервное копирование', ['en']],
    ['fa', 'نسخه', ['fa']],
    ['en', 'How do I install it?', ['de']],
    ['und', 'Kubernetes', ['de']],
  ])('is %s for “%s” where the documents are in %j', (language, question, written) =>
    expect(languageAmong(question, guessLanguage(question), written)).toBe(language),
  );
});
