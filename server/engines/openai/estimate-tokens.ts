/**
 * An upper estimate of a text's tokens for the tokenizers of current models: three ASCII characters per token (four is
 * usual for English, code has fewer), two for other alphabets, one for scripts in which a character carries more.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    tokens += unit < 0x80 ? 1 / 3 : unit < 0x600 ? 1 / 2 : 1;
  }
  return Math.ceil(tokens);
}
