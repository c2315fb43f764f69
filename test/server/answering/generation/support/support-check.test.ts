import { describe, expect, it } from 'vitest';
import { createSupportChecker } from '../../../../../server/answering/generation/support/support-check.ts';
import type { Passage } from '../../../../../server/answering/types.ts';
import { identifyEngine } from '../../../../../server/engines/engine-id.ts';
import type { Embedder } from '../../../../../server/engines/types.ts';
import { passage } from '../../passages.ts';

const { signal } = new AbortController();

async function supported(
  sentence: string,
  text: string,
  changes: Partial<Passage> = {},
  question = 'x?',
): Promise<boolean> {
  const checker = createSupportChecker([[passage(text, changes)]], question, null, signal);
  return (await checker.findSupport(sentence, [1])).length > 0;
}

/** Passages that have many general words, each in another sentence. */
const HOOKS = [
  `A hook is a function that the server calls at a point of the life of a request. Register it before the routes that it is meant for, or it is never called for them.

The hook preHandler runs after the body was read and validated. It gets the request and the reply. The following code answers from a cache:

server.addHook('preHandler', async (request, reply) => {
  const cached = await redis.get(request.url);
  if (cached) return reply.send(cached);
});

A header must be set there before the first byte of the answer is sent. The set of hooks that are known is fixed when the server opens its port. For example, a plugin that opens a database connection starts it in onReady, at the end of all that was registered.`,
  `Each route may state a schema of its body and of its reply. The document is validated against it, and what the schema does not name is removed. A list of errors is put into the reply if the body is not valid.

The names of the properties are written as in the database. Numbers may be sent as text; the option coerceTypes decides whether they are converted. The whole list of options is passed to the validator when it is made, and each case of an error has a code of its own.

It works the same for the query string. To check a header, use the key headers. All of these parts are optional, and a simple route needs none of them.`,
].map((text) => [passage(text, { title: 'Server', headings: ['Hooks and plugins'] })]);

describe('a sentence over passages that have its words in many places', () => {
  const find = (sentence: string) =>
    createSupportChecker(HOOKS, 'What is the difference between hooks?', null, signal).findSupport(sentence, []);

  it.each([
    // What a small model repeated of its prompt, and got citations for.
    'You answer questions about a set of documents.',
    'You get numbered passages of them, and a question.',
    'Example: The office opens at nine.',
    // What models say of any subject.
    'Note that the documentation contains examples for each of these cases.',
    'Here is a simple example that shows how it works.',
    'You should always check the result before you use it.',
    'The following list contains all options.',
  ])('has no support if none of them says it: %s', async (sentence) => {
    expect(await find(sentence)).toEqual([]);
  });

  it.each([
    'A cached reply is sent in preHandler.',
    'What the schema does not name is removed.',
    'Register a hook before its routes.',
    'Numbers that are sent as text may be converted.',
    'Hooks must be registered first, or they are never called for a route.',
  ])('has support if one place says it: %s', async (sentence) => {
    expect(await find(sentence)).toHaveLength(1);
  });
});

describe('what a passage supports', () => {
  it('includes the names and numbers of a passage that the prompt shows as one text with it', async () => {
    const block = [
      passage('For several instances, use Traefik Enterprise or a certificate controller.', { chunkId: 'a' }),
      passage('Such a controller is Cert-Manager, since release 12.', { chunkId: 'b' }),
    ];
    const checker = createSupportChecker([block], 'x?', null, signal);
    const find = (sentence: string) => checker.findSupport(sentence, [1]);
    const [found] = await find(
      'For several instances use Traefik Enterprise or the controller Cert-Manager of release 12.',
    );
    expect(found?.passage.chunkId).toBe('a');
    expect(await find('For several instances use Traefik Enterprise or the controller Vault.')).toEqual([]);
  });

  it('includes code, whatever its words mean', async () => {
    const text = 'Write museum.set({ garden: true, disabled: true }), or enabled where the garden is open.';
    expect(await supported('```js\nmuseum.set({ garden: true, enabled: true })\n```', text)).toBe(true);
  });

  it.each<[string, boolean]>([
    ['Print the opening hours with `museum --hours`.', true],
    ['Print the opening hours with `--hours` of `museum`.', true],
    ['Print the opening hours with `museum print --hours`.', true],
    ['Print the opening hours: set `museum.hours` to `true`.', true],
    ['Print the opening hours with `museum …`.', true],
    ['Print the opening hours with `museum --garden --hours`.', true],
    ['Print the opening hours with `museum --open-hours`.', false],
    ['Print the opening hours with `museum show --hours`.', false],
    ['Print the opening hours with ``museum `hours` ``.', true],
    ['Print the opening hours with `muse`.', true],
    ['Print the opening hours with `mus hours`.', false],
  ])('is %s: %s, for its code must be in the prompt', async (sentence, isSupported) => {
    const shown = [[passage('To print the opening hours, run `museum --hours`.')], [passage('Also: `museum.hours`.')]];
    const checker = createSupportChecker(shown, 'What does --garden do?', null, signal);
    expect((await checker.findSupport(sentence, [1])).length > 0).toBe(isSupported);
  });

  it.each<[string, boolean]>([
    ['Set `garden: false` to close the garden.', true],
    ['Set `garden: true` to close the garden.', false],
    ['Check `ticket.kind !== free` to close the garden.', true],
    ['Check `ticket.kind === free` to close the garden.', false],
  ])('is %s: %s, for its code must have the values of the passage', async (sentence, isSupported) => {
    const text = 'To close the garden, set `garden: false`, or check `ticket.kind !== free`. Known values: true, ===.';
    expect(await supported(sentence, text)).toBe(isSupported);
  });

  it('is no sentence that quotes what stands nowhere', async () => {
    const text = 'Choose "Visit with a guide" on the page of the tickets.';
    expect(await supported('Choose “Visit with a guide” on the page of the tickets.', text)).toBe(true);
    expect(await supported('Choose “Visit on your own” on the page of the tickets.', text)).toBe(false);
  });

  it('is clearly more of another passage than of one that contradicts the sentence', async () => {
    const closed = passage('The garden is not open on Mondays.', { chunkId: 'a' });
    const open = passage('Open days: the garden has a market on Mondays.', { chunkId: 'b' });
    const whole = passage('On Mondays the garden by the old harbour is open, and entry is free.', { chunkId: 'c' });
    const find = async (sentence: string, shown: Passage[]) => {
      const checker = createSupportChecker([shown], 'x?', null, signal);
      return (await checker.findSupport(sentence, [1])).map(({ passage: { chunkId } }) => chunkId);
    };
    expect(await find('The garden is open on Mondays.', [open])).toEqual(['b']);
    expect(await find('The garden is open on Mondays.', [closed, open])).toEqual([]);
    const longer = 'Entry to the garden by the old harbour is free, and it is open on Mondays.';
    expect(await find(longer, [closed, whole])).toEqual(['c']);
  });

  it('is more of a passage if the model names another one', async () => {
    const shown = [
      [passage('Dogs are not admitted.', { chunkId: 'a' })],
      [passage('A ticket for adults costs 12 euros.', { chunkId: 'b' })],
    ];
    const checker = createSupportChecker(shown, 'x?', null, signal);
    const find = async (sentence: string, numbers: number[]) =>
      (await checker.findSupport(sentence, numbers)).map(({ number }) => number);
    const vague = 'Every ticket costs adults something valuable.';
    expect([await find(vague, []), await find(vague, [9]), await find(vague, [1])]).toEqual([[2], [2], []]);
    expect(await find('A ticket costs adults 12 euros.', [1])).toEqual([2]);
  });

  it('includes what the prompt tells of its page and date', async () => {
    const origin = { page: 12, address: 'https://example.org/prices', indexedAt: Date.UTC(2026, 2, 1) };
    const text = 'A ticket for adults costs 12 euros.';
    expect(await supported('A ticket for adults costs 12 euros, see page 12.', text, origin)).toBe(true);
    expect(await supported('A ticket for adults costs 12 euros (2026-03-01).', text, origin)).toBe(true);
    expect(await supported('A ticket for adults costs 12 euros, see page 13.', text, origin)).toBe(false);
  });

  it.each<[string, string, string, string]>([
    ['en', 'The same words', 'A ticket for adults costs 12 euros.', 'A ticket for adults costs 12 euros.'],
    ['en', 'other forms of them', 'Tickets for one adult cost 12 euros.', 'A ticket for adults costs 12 euros.'],
    ['en', 'a part of them', 'It costs 12 euros.', 'A ticket for adults costs 12 euros.'],
    ['en', 'a number written otherwise', 'The tower weighs 10,100 tonnes.', 'The tower has a weight of 10.100 tonnes.'],
    ['en', 'a number with a mark', 'Austria had 8,935,112 people.', 'In 2020 Austria had 8,935,112³ people.'],
    ['en', 'names', 'Press Save in Account Settings.', 'Open the account settings and press Save.'],
    ['en', 'an identifier', 'Set max_tokens to 512.', 'The value of `max_tokens` is 512 by default; set it anywhere.'],
    [
      'de',
      'German',
      'Eine Karte für Erwachsene kostet 12 Euro.',
      'Karten kosten für Erwachsene 12 Euro, für Kinder nichts.',
    ],
    ['es', 'Spanish', 'El museo abre a las 9 de la mañana.', 'El museo abre todos los días a las 9 de la mañana.'],
    ['ru', 'Russian', 'Музей открывается в 9 часов.', 'Музей открыт ежедневно, открывается в 9 часов утра.'],
    ['zh', 'Chinese', '博物馆早上9点开门。', '本博物馆每天早上9点开门，晚上6点关门。'],
    ['ja', 'Japanese', '博物館は9時に開館します。', '当博物館は毎日9時に開館し、18時に閉館します。'],
    ['th', 'Thai', 'พิพิธภัณฑ์เปิดเวลา 9 โมงเช้า', 'พิพิธภัณฑ์เปิดทุกวันเวลา 9 โมงเช้า และปิดเวลา 18 นาฬิกา'],
    [
      'ar',
      'Arabic, with its own digits',
      'يفتح المتحف في الساعة 9 صباحا.',
      'يفتح المتحف أبوابه يوميا في الساعة ٩ صباحا.',
    ],
    ['hi', 'Hindi', 'संग्रहालय सुबह 9 बजे खुलता है।', 'संग्रहालय हर दिन सुबह 9 बजे खुलता है।'],
  ])('%s: %s', async (language, _, sentence, text) => expect(await supported(sentence, text, { language })).toBe(true));

  it.each<[string, string, string, string]>([
    ['en', 'another number', 'A ticket for adults costs 13 euros.', 'A ticket for adults costs 12 euros.'],
    ['en', 'a part of a number', 'A ticket for adults costs 2 euros.', 'A ticket for adults costs 12 euros.'],
    ['en', 'a wrong number beside a right one', 'Adults pay 12 euros, children 7.', 'Adults pay 12 euros, children 5.'],
    ['en', 'another name', 'The museum in Vienna opens at nine.', 'The museum in Graz opens at nine.'],
    ['en', 'another identifier', 'Set min_tokens to 512.', 'Set max_tokens to 512.'],
    ['en', 'other words', 'Dogs are welcome in the garden.', 'The museum opens at nine in the morning.'],
    [
      'en',
      'one word in common',
      'The museum sells postcards and old maps.',
      'The museum opens at nine in the morning.',
    ],
    ['en', 'nothing', '…', 'The museum opens at nine.'],
    [
      'de',
      'German, another number',
      'Eine Karte für Erwachsene kostet 15 Euro.',
      'Karten kosten für Erwachsene 12 Euro.',
    ],
    ['zh', 'Chinese, another number', '博物馆早上8点开门。', '本博物馆每天早上9点开门。'],
    ['ar', 'Arabic, another digit', 'يفتح المتحف في الساعة 8 صباحا.', 'يفتح المتحف أبوابه يوميا في الساعة ٩ صباحا.'],
    ['ja', 'Japanese, another matter', '駐車場は有料です。', '当博物館は毎日9時に開館します。'],
  ])('not, %s: %s', async (language, _, sentence, text) =>
    expect(await supported(sentence, text, { language })).toBe(false),
  );

  it('counts the title and the headings of the passage', async () => {
    expect(await supported('Release 2.1 adds dark mode.', 'Adds dark mode.', { headings: ['Release 2.1'] })).toBe(true);
  });

  it('allows a name of the question without support, but not a number', async () => {
    expect(
      await supported('Acme supports single sign-on.', 'We support single sign-on.', {}, 'Does Acme support it?'),
    ).toBe(true);
    expect(
      await supported('Yes, a ticket costs 50 euros.', 'A ticket costs 40 euros.', {}, 'Is a ticket 50 euros?'),
    ).toBe(false);
  });

  it.each([
    ['The museum opens at nine.', true],
    ['It is 12.', true],
    ['Yes.', false],
    ['What would you like to know?', false],
    ['Here is what you need to bring:', false],
    ['## Opening hours of the museum', false],
    ['**Bring your passport along**', true],
  ])('treats “%s” as a claim: %s', (sentence, claims) => {
    expect(createSupportChecker([], '', null, signal).isClaim(sentence)).toBe(claims);
  });
});

describe('what a passage in another language supports, without vectors', () => {
  const ENGLISH =
    'The museum in London opens at nine in the morning and closes at 6:30 pm. Adults pay 1,200 yen; run `museum_hours` or buy the X200 card.';
  const by = async (question: string, sentence: string, numbers: number[]) => {
    const shown = [[passage(ENGLISH)], [passage('The library lends books for four weeks.')]];
    return (await createSupportChecker(shown, question, null, signal).findSupport(sentence, numbers)).map(
      ({ number }) => number,
    );
  };
  const ASKED = {
    de: 'Wann öffnet das Museum und was kostet es?',
    fr: 'Quand est-ce que le musée ouvre et quel est le prix ?',
    es: '¿Cuándo abre el museo y cuánto cuesta la entrada?',
    ja: '博物館はいつ開きますか？',
  };

  it.each<[keyof typeof ASKED, string, string]>([
    ['de', 'a number as it is written there', 'Erwachsene zahlen für den Eintritt 1.200 Yen.'],
    ['de', 'a number that is written out', 'Das Haus öffnet morgens um 9 Uhr.'],
    ['de', 'the same word for a number', 'Das Haus öffnet morgens um neun Uhr.'],
    ['de', 'a time of day', 'Abends schließt das Haus um 18:30 Uhr.'],
    ['de', 'the name of a command', 'Die Zeiten zeigt der Befehl museum_hours.'],
    ['de', 'part of a compound', 'Das steht auch auf der X200-Karte.'],
    ['fr', 'a name that is spelt otherwise', 'Le musée se trouve à Londres et ouvre à 9 h.'],
    ['es', 'a time of day', 'Cierra por la tarde a las 18.30.'],
    ['ja', 'a number', '大人は1200円です。'],
    ['ja', 'the hour and the minutes', '閉館は18時30分です。'],
    ['ja', 'nothing that could be compared', '朝に開館します。'],
  ])('%s, what the model names: %s', async (language, _, sentence) => {
    expect(await by(ASKED[language], sentence, [1])).toEqual([1]);
  });

  it('is nothing if the model names no passage', async () => {
    expect(await by(ASKED.de, 'Das Haus öffnet morgens um 9 Uhr.', [])).toEqual([]);
    expect(await by(ASKED.ja, '大人は1200円です。', [2])).toEqual([]);
  });

  it.each<[keyof typeof ASKED, string, string]>([
    ['de', 'another number', 'Erwachsene zahlen für den Eintritt 1.300 Yen.'],
    ['de', 'a wrong number beside a right one', 'Erwachsene zahlen 1.200 Yen, und das Haus öffnet um 10 Uhr.'],
    ['de', 'another number in words', 'Das Haus öffnet morgens um zehn Uhr.'],
    ['de', 'another time of day', 'Abends schließt das Haus um 19:30 Uhr.'],
    ['de', 'another command', 'Die Zeiten zeigt der Befehl museum_times.'],
    ['de', 'another product', 'Das steht auch auf der X300-Karte.'],
    ['fr', 'another name', 'Le musée se trouve à Vienne et ouvre à 9 h.'],
    ['es', 'another name', 'El museo está en Madrid y abre a las 9.'],
    ['ja', 'another number', '大人は1300円です。'],
    ['ja', 'another product', 'X300のカードを買ってください。'],
  ])('%s, not: %s', async (language, _, sentence) => {
    expect(await by(ASKED[language], sentence, [1])).toEqual([]);
  });

  it('is nothing in a language other than the question’s', async () => {
    expect(
      await by('When does the museum open, and what does it cost?', 'Das Haus öffnet morgens um 9 Uhr.', [1]),
    ).toEqual([]);
  });
});

describe('what a passage supports by its meaning', () => {
  /** Texts about opening point one way, all others another. */
  const embedder = (fails = false): Embedder => ({
    ...identifyEngine('openai', 'meaning'),
    semantic: true,
    dimensions: 2,
    embed: async (texts) => {
      if (fails) throw new Error('on purpose');
      return texts.map((text) => (/open|abre|9/i.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0.6, 0.8)));
    },
    ready: async () => true,
    close: async () => undefined,
  });
  const by = async (sentence: string, model: Embedder) =>
    (
      await createSupportChecker(
        [[passage('The museum opens at 9 in the morning.')]],
        'When does it open?',
        model,
        signal,
      ).findSupport(sentence, [1])
    ).length > 0;

  it('may use other words and another language if the numbers are right', async () => {
    expect(await by('El museo abre sus puertas a las 9.', embedder())).toBe(true);
    expect(await by('El museo abre sus puertas a las 8.', embedder())).toBe(false);
    expect(await by('El museo vende mapas antiguos y postales.', embedder())).toBe(false);
  });

  it('is nothing if the embedding model fails', async () => {
    expect(await by('El museo abre sus puertas a las 9.', embedder(true))).toBe(false);
    expect(await by('It starts then.', embedder(true))).toBe(false);
    expect(await by('The museum opens at 9.', embedder(true))).toBe(true);
  });
});
