/** `// [!code ++]`, `# [!code highlight]`, `<!-- [!code focus] -->` at the end of a line. */
const LINE_MARK = '[!code ';
const COMMENT_START = /(?:\/\/|\/\*|<!--|#|--|;|%)[ \t]*$/;
const CUT = /^[ \t]*\/\/ ?---cut(-before|-after|-start|-end)?---[ \t]*$/;
/** Instructions to the compiler that checks the examples, and its answers. */
const COMPILER_COMMENT = /^[ \t]*\/\/[ \t]*(?:@\w+|\^[?|])/;
/** How far before the mark its comment may begin. */
const MAX_COMMENT_START = 20;

/** The language in a fence's info string: its first word, without what is joined to it (`js{1,3}`, `rust,ignore`, `{.python}`). */
export function languageOfInfo(info = ''): string | undefined {
  return info.trim().match(/^\{?\.?([\w+#.-]{1,30})(?![\w+#.=-])/)?.[1];
}

/** Code as its page shows it: without the marks of highlighters and the parts that only the compiler is to see. */
export function displayedCode(code: string, info = ''): string {
  let lines = code.split('\n');
  if (lines.some((line) => CUT.test(line))) lines = withoutCuts(lines);
  if (/\btwoslash\b/.test(info)) lines = lines.filter((line) => !COMPILER_COMMENT.test(line));
  return code.includes(LINE_MARK) ? lines.map(withoutMark).join('\n') : lines.join('\n');
}

/** Unless nothing is left. */
function withoutCuts(lines: string[]): string[] {
  let kept: string[] = [];
  let isCut = false;
  for (const line of lines) {
    const cut = CUT.exec(line);
    if (!cut) {
      if (!isCut) kept.push(line);
    } else if (cut[1] === '-after') break;
    else if (cut[1] === '-start') isCut = true;
    else if (cut[1] === '-end') isCut = false;
    else kept = [];
  }
  return kept.some((line) => line.trim()) ? kept : lines.filter((line) => !CUT.test(line));
}

function withoutMark(line: string): string {
  const at = line.indexOf(LINE_MARK);
  if (at < 0) return line;
  const from = Math.max(0, at - MAX_COMMENT_START);
  const start = COMMENT_START.exec(line.slice(from, at));
  const rest = line.slice(at).match(/^\[!code [^\]]{1,80}\][ \t]*(?:\*\/|-->)?/);
  return start && rest ? (line.slice(0, from + start.index) + line.slice(at + rest[0].length)).trimEnd() : line;
}
