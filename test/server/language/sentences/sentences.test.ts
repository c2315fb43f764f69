import { describe, expect, it } from 'vitest';
import { sentences } from '../../../../server/language/sentences/sentences.ts';
import { expectLinear } from '../../../helpers/timing/growth.ts';

const split = (text: string, language = 'en') =>
  sentences(text, language).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it('ends at full stops, not at abbreviations, initials, numbers and versions', () => {
    const parts = [
      'See e.g. Dr. Smith and J. Doe on No. 5 for the details.',
      'Version 1.2.3 costs 4.50 EUR.',
      'It ships at 5 p.m. every day.',
      'Is that so?',
      'Yes!',
    ];
    expect(split(parts.join(' '))).toEqual(parts);
  });

  it('goes on after a German ordinal', () => {
    const parts = [
      'Die 13. Generalversammlung findet am Donnerstag, den 3. April 2025 statt.',
      'Er starb im 89. Lebensjahr.',
      'Am 1. Mai und 2. Juni ist zu.',
      'Wir kamen auf Platz 3.',
      'Danach gab es Kuchen.',
    ];
    expect(split(parts.join(' '), 'de')).toEqual(parts);
  });

  it.each([
    ['en', ['Bring coats, hats, gloves, etc.', 'The door is open.'], 'Coats, hats, gloves, etc. are kept at the door.'],
    ['en', ['It is sold by Acme Inc.', 'Others copy it.'], 'Acme Inc. sells it.'],
    ['de', ['Es gibt Mäntel, Hüte usw.', 'Die Tür ist offen.'], 'Mäntel, Hüte usw. hängen an der Tür.'],
  ])(
    'may end at an abbreviation that often stands last, where the next word has a capital (%s)',
    (language, two, one) => {
      expect(split(two.join(' '), language)).toEqual(two);
      expect(split(one, language)).toEqual([one]);
    },
  );

  it('recognises the abbreviations of other languages', () => {
    expect(split('Das gilt z.B. für Hunde. Katzen bzw. Kater nicht.', 'de')).toEqual([
      'Das gilt z.B. für Hunde.',
      'Katzen bzw. Kater nicht.',
    ]);
  });

  it.each([
    'It opens /search?page=2 and adds ?q= to it.',
    'Write [!NOTE] or [?] there.',
    'The pictures are in ../images or .\\images of it.',
    'I see “Really quit?” when it ends, and "Done!" after it.',
    'It asks (really?) each time.',
  ])('does not end within an address, a path, a mark or a quotation: %s', (text) => {
    expect(split(text)).toEqual([text]);
  });

  it('ends at a question without a capital or a space after it', () => {
    expect(split('is it red? is it blue?')).toEqual(['is it red?', 'is it blue?']);
    expect(split('Is it red?Is it blue?')).toEqual(['Is it red?', 'Is it blue?']);
  });

  it('goes on at a name that begins with a dot', () => {
    const parts = [
      'All is in a file with an .AppImage extension.',
      'It needs (.NET 8 or) .DS_Store, as .NET does.',
      'No .',
      'NET.',
    ];
    expect(split(parts.join(' '))).toEqual(parts);
  });

  it.each([
    ['de', 'Wählen Sie z. B. Datei aus, d. h. Menüs i. d. R. Links.'],
    ['de', 'Am 3. Oktober begann der 1. Versuch des 19. Jahrhunderts.'],
    ['de', 'Es kostet zzgl. Versand 3 Mio. Euro, siehe Kap. 3, Tel. 030.'],
    ['fr', 'Voir chap. 3, éd. Paris, tél. 01 23, p. ex. Mgr. Dupont.'],
    ['es', 'Los EE. UU. y la Avda. América, p. ej. Madrid.'],
  ])('goes past what ends no sentence (%s): %s', (language, text) => {
    expect(split(text, language)).toEqual([text]);
  });

  it.each([
    ['de', ['Öffnen Sie Kapitel 3.', 'Danach folgt Version 4.', 'Seiten gibt es viele.']],
    ['de', ['Es dauert 30 Min.', 'Dann ist Schluss.']],
    ['de', ['Er kam an.', '»Guten Tag«, sagte er.']],
    ['fr', ['Il dit : « Bonjour ! »', 'Puis il part.']],
    ['fr', ['On demande : « Qui êtes-vous ? » et on attend.', 'Fin.']],
  ])('ends where a sentence ends (%s): %j', (language, parts) => {
    expect(split(parts.join(' '), language)).toEqual(parts);
  });

  it('keeps a reference mark with the sentence before it', () => {
    expect(split('It began in 1066.[12][13] Then it ended.')).toEqual(['It began in 1066.[12][13]', 'Then it ended.']);
  });

  it('joins wrapped lines and separates list items, table rows and headings', () => {
    const wrapped = 'The office is open on every day of the week that is\nnot a public holiday in the county.';
    const list = '- bring a coat\n- bring a hat';
    expect(split(`Opening hours\n\n${wrapped}\n\n${list}\n\n| a | b |\n| 1 | 2 |`)).toEqual([
      'Opening hours',
      wrapped,
      '- bring a coat',
      '- bring a hat',
      '| a | b |',
      '| 1 | 2 |',
    ]);
  });

  it.each([
    ['連携の方法として、1. Slack bot と 2. Incoming Webhook があります。', '次の文です。'],
    ['请按以下步骤：1. 安装 2. 配置。', '完成！'],
    ['所有 import.meta.env.* 的使用都会被替换。', '但是不会。'],
  ])('does not end at the full stop of a number or a name within “%s”', (first, second) =>
    expect(split(first + second, 'zh')).toEqual([first, second]),
  );

  it('ends where a version does and the next sentence begins', () =>
    expect(split('支持的版本是 1.0. 其他版本不支持。', 'zh')).toEqual(['支持的版本是 1.0.', '其他版本不支持。']));

  it('splits texts without spaces and full stops', () => {
    expect(split('東京は日本の首都です。人口は多い。', 'ja')).toEqual(['東京は日本の首都です。', '人口は多い。']);
    const thai = 'กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทยและเป็นเมืองที่ใหญ่ที่สุด มีประชากรมากกว่าสิบล้านคนอาศัยอยู่ในเขตปริมณฑลโดยรอบ ';
    expect(split(thai.repeat(6), 'th').length).toBeGreaterThan(2);
  });

  it('covers every letter once and in order', () => {
    const text = 'One. Two e.g. three\n\n* four\n* five. Six 3. Seven [1]. Eight.[2] Nine';
    const ranges = sentences(text, 'en');
    expect(
      ranges
        .map(({ start, end }) => text.slice(start, end))
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''));
  });

  it.each([
    ['no break at all', 'a'],
    ['full stops only', '.'],
    ['abbreviations only', 'e.g. '],
    ['pieces of abbreviations only', 'z. '],
    ['closing quotation marks', '! » '],
    ['open brackets', 'x.['],
    ['short lines', 'a\n'],
    ['spaces', ' '],
    ['Thai without end', 'ก '],
  ])('takes linear time: %s', (_, flood) =>
    expectLinear(400_000, (length) => sentences(flood.repeat(length / flood.length), 'th')),
  );
});
