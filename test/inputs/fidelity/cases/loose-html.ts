import { bytesOf } from '../../../server/ingestion/make-files.ts';
import { casesOf, type FidelityCase } from '../fidelity-case.ts';
import { PROSE } from './page.ts';

const html = (source: string) => () => bytesOf(source);
const xhtml = (head: string, body: string) =>
  html(
    `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`,
  );

export const looseHtml: FidelityCase[] = [
  ...casesOf('loose HTML', 'html', {
    'a title and a paragraph': {
      make: html(`<title>Mooring</title><p>${PROSE}`),
      shown: PROSE,
      title: 'Mooring',
    },
    'a heading of blocks': {
      make: html(`<h1><div>Moor at</div><div>the quay</div></h1><p>${PROSE}</p>`),
      shown: `# Moor at the quay\n\n${PROSE}`,
      title: 'Moor at the quay',
    },
    'a heading that is never closed': {
      make: html(`<h1>Mooring<p>${PROSE}<ul><li>Lines<li>Fenders</ul><h2>Fees<p>A night costs 30 euro.`),
      shown: `# Mooring\n\n${PROSE}\n\n- Lines\n- Fenders\n\n## Fees\n\nA night costs 30 euro.`,
    },
    'a table without ends': {
      make: html(`<h1>Fees</h1><p>${PROSE}<table><tr><th>Boat<th>Fee<tr><td>Sloop<td>30<tr><td>Ketch<td>45</table>`),
      shown: `# Fees\n\n${PROSE}\n\n| Boat | Fee\n| Sloop | 30\n| Ketch | 45`,
    },
    'parts that overlap': {
      make: html(`<p>Pull <b>the <i>bow</b> line</i> first.<div>Then <a href=x>the stern<p>line</a>.</div>`),
      shown: 'Pull the bow line first.\n\nThen the stern\n\nline.',
    },
  }),
  ...casesOf('XHTML', 'html', {
    'a script that ends where it begins': {
      make: xhtml('<title>Mooring</title><script src="a.js"/>', `<h1>Mooring</h1><p>${PROSE}</p>`),
      options: { isXhtml: true },
      shown: `# Mooring\n\n${PROSE}`,
    },
    'a title that ends where it begins': {
      make: xhtml('<title/>', `<h1>Mooring</h1><p>${PROSE}</p>`),
      options: { isXhtml: true },
      shown: `# Mooring\n\n${PROSE}`,
    },
    'a frame that ends where it begins': {
      make: xhtml('<title>Mooring</title>', `<p>${PROSE}</p><iframe src="about:blank"/><p>Ask us.</p>`),
      options: { isXhtml: true },
      shown: `${PROSE}\n\nAsk us.`,
    },
  }),
];
