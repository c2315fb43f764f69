import { describe, expect, it } from 'vitest';
import { outline } from './outline.ts';

describe('a list of cards', () => {
  it('is read as sections, with the picture and the date above their headings', () => {
    const place = (name: string) =>
      `<li><figure><img alt="Photo of ${name}"></figure><div><h3><a href="/x">${name}</a></h3><p>Open all day.</p></div></li>`;
    expect(
      outline(`<h2>Around town</h2><p>See:</p><ul>${place('Kiln Bar')}${place('Mud Hall')}</ul><p>Walk.</p>`),
    ).toEqual([
      'heading2 Around town',
      'paragraph See:',
      'heading3 Kiln Bar',
      'paragraph Photo of Kiln Bar',
      'paragraph Open all day.',
      'heading3 Mud Hall',
      'paragraph Photo of Mud Hall',
      'paragraph Open all day.',
      'paragraph Walk.',
    ]);
    const date = (day: string, name: string) =>
      `<li><div><time><span>Apr</span> <span>${day}</span></time><h3>${name}</h3></div></li>`;
    expect(outline(`<h2>Dates</h2><ul>${date('29', 'Talks close')}${date('30', 'Doors open')}</ul>`)).toEqual([
      'heading2 Dates',
      'heading3 Talks close',
      'paragraph Apr 29',
      'heading3 Doors open',
      'paragraph Apr 30',
    ]);
    expect(outline('<ol><li><time>1 May</time><h3>Doors open</h3></li></ol>')).toEqual([
      'heading3 Doors open',
      'paragraph 1 May',
    ]);
  });

  it('is read as sections with several labels beside each other, and with people in it', () => {
    const person = (name: string) => `<li><img alt="Portrait"><span><h6>${name}</h6></span></li>`;
    const talk = (name: string, ...people: string[]) =>
      `<li><section><div><div><p>Small Hall</p><span>For all</span></div><h4>${name}</h4></div><div><ul>${people.map(person).join('')}</ul></div></section></li>`;
    expect(outline(`<h3>9 to 10</h3><ul>${talk('Glazes', 'Ada', 'Ben')}${talk('Kilns', 'Cleo')}</ul>`)).toEqual([
      'heading3 9 to 10',
      'heading4 Glazes',
      'paragraph Small Hall',
      'paragraph For all',
      'heading6 Ada',
      'paragraph Portrait',
      'heading6 Ben',
      'paragraph Portrait',
      'heading4 Kilns',
      'paragraph Small Hall',
      'paragraph For all',
      'heading6 Cleo',
      'paragraph Portrait',
    ]);
  });

  it('is read as sections where each card is a link', () => {
    const card = (name: string) =>
      `<a href="/x"><time>1 May</time><h3>${name}</h3><div>It is hot.</div><span>Read on</span></a>`;
    expect(outline(`<h2>News</h2><div>${card('Kilns')}${card('Glazes')}</div>`)).toEqual([
      'heading2 News',
      'heading3 Kilns',
      'paragraph 1 May',
      'paragraph It is hot.',
      'paragraph Read on',
      'heading3 Glazes',
      'paragraph 1 May',
      'paragraph It is hot.',
      'paragraph Read on',
    ]);
  });

  it('is one only if its headings are not below a text or a link', () => {
    for (const above of ['<p>Fill the kettle, and wait until it boils.</p>', '<a href="/x">Kettles</a>', 'Kettles'])
      expect(outline(`<ul><li>${above}<h3>Steam</h3><p>It is hot.</p></li></ul>`)[0]).toMatch(/^list-item/);
  });
});

it('reads the labels above the title of a page below it', () => {
  expect(
    outline('<main><div><div class="tag">Selling fast</div><h1>Night firing</h1></div><p>Bring wood.</p></main>'),
  ).toEqual(['heading1 Night firing', 'paragraph Selling fast', 'paragraph Bring wood.']);
});

it('reads what is on the picture of a card with its heading', () => {
  const card = (name: string, sign: string) =>
    `<li><a href="/${name}">${sign}<img alt="${name} in a box"></a><div><h2><a href="/${name}">${name}</a></h2><p>$50</p></div></li>`;
  expect(
    outline(`<h1>Shop</h1><ul>${card('Kiln', '')}${card('Oven', '<span class="onsale">Sale</span>')}</ul>`),
  ).toEqual([
    ...['heading1 Shop', 'heading2 Kiln', 'paragraph Kiln in a box', 'paragraph $50'],
    ...['heading2 Oven', 'paragraph Sale Oven in a box', 'paragraph $50'],
  ]);
});

it('reads a list of products without how many it shows', () => {
  const list = '<p class="woocommerce-result-count">Showing all 2 results</p><ul><li><h2>Kiln</h2><p>$50</p></li></ul>';
  expect(outline(`<main><h1>Shop</h1>${list}</main>`)).toEqual(['heading1 Shop', 'heading2 Kiln', 'paragraph $50']);
});
