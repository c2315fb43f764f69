const MAX_NAME_LENGTH = 255;

/**
 * The name of an uploaded file as it is kept and shown: without a path, without control, bidi and other invisible
 * characters, at most 255 characters with its extension kept. Never empty.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  // A dash is what curl calls a file from a pipe.
  if (/^(?:\.*|-)$/.test(visible)) return 'file';
  if (visible.length <= MAX_NAME_LENGTH) return visible;
  const extension = visible.match(/\.\w{1,10}$/)?.[0] ?? '';
  return (
    visible
      .slice(0, MAX_NAME_LENGTH - extension.length)
      .toWellFormed()
      .replace(/\ufffd$/, '') + extension
  );
}
