import { describe, expect, it } from 'vitest';
import { correctSpelling } from '../../../../server/answering/spelling/correct-spelling.ts';
import { memoryStore, type Written } from '../memory-store.ts';

const ENGLISH: Written[] = [
  {
    title: 'Configuration',
    text: 'The configuration of Traefik is read from a file. Validation of passwords is on by default. Highlighted code blocks in Markdown have a theme.',
  },
  {
    title: 'Compression',
    text: 'Gzip compression of responses is turned on with labels. You turn on AutoThrottle in the settings. Labels of a container change at any time.',
  },
  {
    title: 'Holidays',
    text: 'Holidays are shown in Slack. Plans of the team are in the calendar. What you receive is separate. Use the option host to listen on another address because the default is local.',
  },
];
const GERMAN: Written[] = [
  {
    title: 'Lieferung',
    language: 'de',
    text: 'Die Lieferung erfolgt innerhalb von drei Werktagen. Eine Rechnung erhalten Sie per Mail, die Kündigung ist jederzeit möglich. Die Einstellungen der Verschlüsselung werden gespeichert.',
  },
];
const MUSEUM: Written[] = [
  {
    title: 'Verein',
    language: 'de',
    text: 'Der Verein pflegt die Heimat. Viele Spieler finden höhere Beiträge zu viel. Wir trainieren am Abend die Kinder, und ein Ausflug wird stattfinden.',
  },
];
const SPANISH: Written[] = [
  {
    title: 'Devoluciones',
    language: 'es',
    text: 'La configuración del servidor permite la devolución de los productos en treinta días. La contraseña se cambia en los ajustes.',
  },
];
const RUSSIAN: Written[] = [
  {
    title: 'Доставка',
    language: 'ru',
    text: 'Доставка занимает три дня. Настройки пользователя хранятся на сервере, пароль можно изменить в настройках.',
  },
];
const OTHERS: Written[] = [
  {
    title: '設定',
    language: 'ja',
    text: '設定ファイルの場所を変更することができます。パスワードは設定画面で変更します。',
  },
  { title: '设置', language: 'zh', text: '可以在设置页面中更改密码。配置文件的位置可以修改。' },
  { title: 'การตั้งค่า', language: 'th', text: 'คุณสามารถเปลี่ยนรหัสผ่านได้ในหน้าการตั้งค่า' },
];

const corrected = (written: Written[], question: string) =>
  correctSpelling(memoryStore(written), { projectId: 'proj_1', text: question });

describe('the spelling of a question', () => {
  it.each<[string, Written[], string, string]>([
    ['a letter that is missing', ENGLISH, 'validaton of the responce', 'validation of the responses'],
    ['two letters that are missing', ENGLISH, 'hilighted code', 'highlighted code'],
    ['two letters in the wrong order', ENGLISH, 'can I chnage the markdwon theme', 'can I change the markdown theme'],
    ['a letter too many', ENGLISH, 'show hollidays', 'show holidays'],
    ['another vowel', ENGLISH, 'is it seperate', 'is it separate'],
    ['a word of four letters', ENGLISH, 'how do I trun it on', 'how do I turn it on'],
    ['a word with a missing letter at its end', ENGLISH, 'the configuratio', 'the configuration'],
    ['a word of the question itself', ENGLISH, 'becuase of labels', 'because of labels'],
    ['a function word', ENGLISH, 'hwo do I chnage teh theme, wat is it', 'how do I change the theme, what is it'],
    ['the name of a product', ENGLISH, 'where does treafik read', 'where does traefik read'],
    ['the name of a product in capitals', ENGLISH, 'where does Treafik read', 'where does Traefik read'],
    ['a name with a capital inside', ENGLISH, 'turn on autothrotle', 'turn on AutoThrottle'],
    ['a word at the beginning of a sentence', ENGLISH, 'Compresion of labels', 'Compression of labels'],
    ['several words', ENGLISH, 'gzipp compresion with lables', 'gzip compression with labels'],
    ['German', GERMAN, 'Wann kommt meine Leiferung?', 'Wann kommt meine Lieferung?'],
    ['German without an umlaut and a letter', GERMAN, 'Wie geht die Kundigng?', 'Wie geht die Kündigung?'],
    ['Spanish', SPANISH, '¿Cómo cambio la contrasena del sevidor?', '¿Cómo cambio la contrasena del servidor?'],
    ['Russian', RUSSIAN, 'Сколько стоит дотсавка?', 'Сколько стоит доставка?'],
  ])('is corrected by the words of the documents: %s', async (_, written, question, expected) => {
    expect((await corrected(written, question))?.query).toBe(expected);
  });

  it('names the words that were corrected, in the order of the question', async () => {
    expect(await corrected(ENGLISH, 'Compresion with lables?')).toEqual({
      query: 'Compression with labels?',
      words: [
        { from: 'Compresion', to: 'Compression' },
        { from: 'lables', to: 'labels' },
      ],
    });
  });

  it.each<[string, Written[], string]>([
    ['words that the documents have', ENGLISH, 'How do I turn on compression for responses?'],
    ['another form of a word', ENGLISH, 'compressing the response, configured by a plan'],
    ['a word that they lack, and that is in general use', ENGLISH, 'Do you grow plants? Is the lake near?'],
    ['another form of one', ENGLISH, 'Can I relabel it? Is it unturned? Who copes with it?'],
    ['a technical word that they lack', ENGLISH, 'Does it run on kubernetes with nginx and postgres?'],
    ['a word whose stem goes on from that of another', ENGLISH, 'Does it run on my blockle?'],
    ['a name that they lack', ENGLISH, 'How do I connect to Oracle from Tradefix?'],
    ['nothing like it', ENGLISH, 'how do I frobnicate a zorkmid'],
    ['a negation without its apostrophe', ENGLISH, 'it doesnt turn on and cant change'],
    ['a short word', ENGLISH, 'the cod and the sso'],
    ['an abbreviation', ENGLISH, 'what is a LABL'],
    ['an option', ENGLISH, 'what does --lables do'],
    ['code', ENGLISH, 'what does `lables` do'],
    ['a call', ENGLISH, 'what does lables() do'],
    ['a setting', ENGLISH, 'what does lables=1 do'],
    ['a path', ENGLISH, 'what is src/lables for'],
    ['a file', ENGLISH, 'what is lables.txt for'],
    ['an identifier', ENGLISH, 'what are lables_v2 and dockerLables'],
    ['a word in quotes', ENGLISH, 'what does "lables" mean, and “compresion”'],
    ['a word with a figure', ENGLISH, 'what is lable5'],
    ['an address', ENGLISH, 'write to lables@example.com or https://lables.example.com'],
    ['German words with other endings', GERMAN, 'Welche Lieferungen und Rechnungen gibt es?'],
    ['German words that the documents do not have', MUSEUM, 'Kann ich hier heiraten, und wie hoch ist der Beitrag?'],
    ['other forms of German words', MUSEUM, 'Wann fand der Ausflug statt, wer spielt, und wer trainierte die Kinder?'],
    ['a question in another language than the documents', ENGLISH, '¿Cómo cambio la configuracion de los labels?'],
    ['German in English documents', ENGLISH, 'Wie ändere ich die Konfigurattion und die Validation?'],
    ['Japanese', OTHERS, '設定フアイルの場所はどこですか'],
    ['Chinese', OTHERS, '在哪里更改蜜码'],
    ['Thai', OTHERS, 'เปลี่ยนรหัสผ่าณได้ที่ไหน'],
    ['no words', ENGLISH, '???'],
  ])('stays as it is: %s', async (_, written, question) => {
    expect(await corrected(written, question)).toBeNull();
  });

  it('stays as it is where two words of the documents are equally near', async () => {
    const written = [{ title: 'Words', text: 'The barton is here. The bartin is there.' }];
    expect(await corrected(written, 'where is the bartan')).toBeNull();
  });

  it('becomes the word that is much more frequent, of two that are equally near', async () => {
    const written = ['barton', 'barton', 'barton', 'barton', 'bartin'].map((word) => ({
      title: 'Words',
      text: `The ${word} is here.`,
    }));
    expect((await corrected(written, 'where is the bartan'))?.query).toBe('where is the barton');
  });

  it('stays as it is where more words are unknown than a hand misspells', async () => {
    expect(await corrected(ENGLISH, 'lables '.repeat(9))).toBeNull();
  });

  it('is corrected by the words of the sources that may answer alone', async () => {
    const asked = (source: string) =>
      correctSpelling(memoryStore(ENGLISH), { projectId: 'proj_1', text: 'show hollidays', filter: { ids: [source] } });
    expect((await asked('src_Holidays'))?.query).toBe('show holidays');
    expect(await asked('src_Compression')).toBeNull();
  });

  it('is looked up in words that are searched for next, unless the search is filtered, and in near words that are not', async () => {
    const store = memoryStore(ENGLISH);
    const counted: [string, boolean | undefined][] = [];
    const frequencies: typeof store.search.frequencies = (projectId, terms, options) => {
      for (const term of terms) counted.push([term, options?.searchedNext]);
      return store.search.frequencies(projectId, terms, options);
    };
    const counting = { ...store, search: { ...store.search, frequencies } };
    await correctSpelling(counting, { projectId: 'proj_1', text: 'show hollidays' });
    expect(counted).toContainEqual(['hollidai', true]);
    expect(counted).toContainEqual(['holidai', undefined]);
    await correctSpelling(counting, { projectId: 'proj_1', text: 'show hollidays', filter: { ids: ['src_Holidays'] } });
    expect(counted).toContainEqual(['hollidai', false]);
  });

  it('stays as it is in a project without documents', async () => {
    expect(await corrected([], 'how do I set lables')).toBeNull();
  });
});
