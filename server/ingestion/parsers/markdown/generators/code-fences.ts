/** Does a line end the code that these signs have opened? It has as many of them, or more, and nothing else. */
export function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}

const FENCE = /^[ \t>]{0,80}(`{3,}|~{3,})/;
const QUOTED = /^[ \t>]+/;

/** Returns a function that tells of one line after another whether it is fenced code, or one of the lines around it. */
export function createFenceReader(): (line: string) => boolean {
  let fence = '';
  return (line) => {
    if (fence === '') {
      fence = FENCE.exec(line)?.[1] ?? '';
      return fence !== '';
    }
    if (closesFence(line.replace(QUOTED, ''), fence)) fence = '';
    return true;
  };
}
