/** Does a line end the code that these signs have opened? It has as many of them, or more, and nothing else. */
export function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}
