import { parse } from 'marked';
import type { Chapter } from './chapter.ts';

/** Writes a complete static page, like one saved from a documentation website. */
export async function toHtml(chapter: Chapter, edition: Date): Promise<Uint8Array> {
  const body = await parse(chapter.markdown);
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${chapter.title}</title>
<style>
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color: #1f2430; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #d9dce3; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
pre { background: #f4f5f8; padding: 0.8rem; overflow-x: auto; }
</style>
</head>
<body>
<main>
${body.trim()}
</main>
<footer><p>The Footnote guide, edition of ${edition.toISOString().slice(0, 10)}</p></footer>
</body>
</html>
`;
  return new TextEncoder().encode(page);
}
