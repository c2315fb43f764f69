import { expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { outline } from './outline.ts';

it.each([
  ['<li><span class="li"><i class="fal fa-dollar-sign" aria-hidden="true"></i></span><span>49</span></li>', '- $49'],
  ['<li><i class="bi bi-currency-euro"></i> 12.50 each</li>', '- €12.50 each'],
  ['<li><i class="fa fa-gbp"></i><b>5</b></li>', '- £5'],
  ['<li><i class="fa fa-dollar-sign"></i> Free</li>', '- Free'],
  ['<li><i class="fa fa-clock"></i> 7pm</li>', '- 7pm'],
  ['<li><i class="fa fa-dollar-sign"></i></li><li>12 places</li>', '- 12 places'],
])('says the currency that an icon shows before a price: %s', (items, last) => {
  expect(outline(`<h1>Firing</h1><ul>${items}</ul>`).at(-1)).toBe(`list-item.1 ${last}`);
});

it('takes linear time for any number of icons', async () => {
  await expectLinear(10_000, (count) => {
    parseHtml(bytesOf(`<p>${'<i class="fa-dollar"></i>'.repeat(count)}9`));
  });
});
