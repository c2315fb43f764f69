/** What an owner writes as lines of `name=value`. Empty lines do not count; `wrong` is the first line that is none of these. */
export function parseNameValues(text: string): { pairs: [name: string, value: string][]; wrong: string | null } {
  const lines = text.split('\n').map((line) => line.trim());
  const pairs: [string, string][] = [];
  for (const line of lines.filter((each) => each !== '')) {
    const at = line.indexOf('=');
    const [name, value] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    if (name === '' || value === '') return { pairs, wrong: line };
    pairs.push([name, value]);
  }
  return { pairs, wrong: null };
}

export const nameValueLines = (pairs: [name: string, value: string][]): string =>
  pairs.map(([name, value]) => `${name}=${value}`).join('\n');
