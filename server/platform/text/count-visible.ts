/** The characters of a text that can be seen. */
export const countVisible = (text: string): number => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, '').length;
