import type { DocsQuestion } from './documentation.ts';

/** A small documentation of a device that does not exist, by path. */
export const KETTLE_PAGES: Record<string, string> = {
  'setup.md': `# Setting up the Kettle

Unpack the Kettle, remove the transport lock below the lid, and put the base on a level surface. Plug the base in and hold the power key for three seconds until the display shows a clock.

## Connecting to the network

Open the settings of the display, choose Network, and enter the password of your wireless network. The Kettle uses networks of 2.4 GHz only. A blue light shows that it is connected.

## Updating

Updates are installed at night between two and four. To install one at once, choose Update in the settings of the display. The Kettle must not be used while the light is orange.
`,
  'schedules.md': `# Schedules

A schedule heats water at a time of the day. Create up to ten schedules in the settings of the display. Each has a temperature, a time and days of the week.

## Holidays

A schedule can be paused for at most thirty days. After that it starts again by itself. A paused schedule has a grey bar beside its name.

## Sharing

A schedule can be exported as a file and imported on another Kettle. The file holds the times and temperatures, and no password.
`,
  'cleaning.md': `# Cleaning and descaling

Wipe the outside with a damp cloth. Never put the base into water. The filter can be washed in a dishwasher.

## Descaling

Descale the Kettle every three months, or when the display shows the drop sign. Fill it with half a litre of water and 50 ml of vinegar, choose Descale, and wait for twenty minutes. Rinse it twice.

## Replacing the filter

Replace the filter after six months. Pull it out by its handle and push a new one in until it clicks.
`,
  'warranty.md': `# Warranty and returns

The warranty lasts two years from the day of purchase. It covers the heating element, the display and the base. It does not cover the filter, nor damage by limescale.

## Returning a Kettle

A Kettle may be returned within thirty days in its box. We refund the price within ten days. Postage is free within the country.

## Repairs

Repairs under warranty take five working days. Send the Kettle without its filter to the address on the label.
`,
  'accounts.md': `# Accounts

An account keeps the schedules of several Kettles together. Create one on our website with an e-mail address and a password of at least twelve characters.

## Forgotten password

Choose Forgotten password on the page where you sign in. The link in the mail is valid for one hour.

## Deleting an account

Delete the account in its settings. Its schedules are kept on each Kettle.
`,
  'errors.md': `# Errors on the display

E1 means that there is too little water: fill in at least 0.3 litres. E2 means that the base is wet: dry it for a day. E3 means that the heating element is too hot: wait for ten minutes.

If the display stays dark, pull the plug, wait for a minute, and plug it in again.
`,
  'plans.md': `# Plans for offices

The basic plan costs 9 euros a month for five Kettles. The large plan costs 29 euros a month for fifty Kettles and has reports of use.

A plan can be cancelled until the last day of the month. Invoices are sent by e-mail on the first day of the month.
`,
};

type Asked = Pick<DocsQuestion, 'question'> & Partial<DocsQuestion>;

const ANSWERED: Asked[] = [
  { question: 'How do I connect the Kettle to my wireless network?', keys: [['2.4 GHz']] },
  { question: 'How many schedules can I create?', keys: [['ten']] },
  { question: 'How often do I have to descale it, and with what?', keys: [['three months'], ['vinegar']] },
  { question: 'How long does the warranty last?', keys: [['two years']] },
  { question: 'Within how many days can a Kettle be returned?', keys: [['thirty']] },
  { question: 'I forgot my password, what now?', keys: [['Forgotten password']] },
  { question: 'What does E2 on the display mean?', keys: [['base is wet']] },
  { question: 'What does the large plan for offices cost?', keys: [['29 euros']] },
  { question: 'Can the filter be washed in a dishwasher?', keys: [['can be washed']] },
  { question: 'When are updates installed?', keys: [['between two and four']] },
];

/** Asked after a question of `ANSWERED`. */
const FOLLOW_UPS: (Asked & { before: string })[] = [
  { before: 'What does the large plan for offices cost?', question: 'And the basic plan?', keys: [['9 euros']] },
  { before: 'How many schedules can I create?', question: 'For how long can I pause them?', keys: [['thirty days']] },
  { before: 'How long does the warranty last?', question: 'Does it cover the filter?', keys: [['does not cover']] },
  { before: 'What does E2 on the display mean?', question: 'and E3?', keys: [['too hot']] },
  {
    before: 'What does the large plan for offices cost?',
    question: 'Until when can I cancel it?',
    keys: [['last day']],
  },
  { before: 'I forgot my password, what now?', question: 'How long is that link valid?', keys: [['one hour']] },
];

/** Near the topic of the pages, and answered by none. */
const UNANSWERED = [
  'Does the Kettle have a mobile app?',
  'Can I control the Kettle by voice?',
  'Does the warranty cover accidental damage by children?',
  'Which colours does the Kettle come in?',
  'Can a schedule turn on the lights of the kitchen?',
  'How loud is the Kettle while it heats?',
  'Is there a discount on the large plan for schools?',
  'Can I sign in with my Google account?',
  'How much power does the base need when it is idle?',
  'Can the Kettle heat milk for a baby?',
  'Do you repair a Kettle after the warranty is over, and what does that cost?',
  'Where can I buy a second base?',
  'Is the filter free of plastic?',
  'Can two people share an account?',
  'Which networks of 5 GHz does the Kettle support?',
  'Can the reports of use be sent by e-mail every week?',
  'How do I set the display to another language?',
  'Does the Kettle work with a generator on a boat?',
  'Can I pay for a plan by bank transfer?',
  'What happens to my schedules if the power fails?',
];

const GOLD = [{ doc_id: '', quote: '' }];
const toQuestion = (kind: string, one: Asked, at: number): DocsQuestion => ({
  ...{ id: `kettle-${kind}-${at + 1}`, type: kind, lang: 'en', answerable: true, keys: [], gold: GOLD, note: '' },
  ...one,
});

export const KETTLE_QUESTIONS: DocsQuestion[] = [
  ...ANSWERED.map((one, at) => toQuestion('factoid', one, at)),
  ...FOLLOW_UPS.map(({ before, ...one }, at) =>
    toQuestion('follow-up', { ...one, history: [{ role: 'user', text: before }] }, at),
  ),
  ...UNANSWERED.map((question, at) => toQuestion('unanswerable', { question, answerable: false, gold: [] }, at)),
];
