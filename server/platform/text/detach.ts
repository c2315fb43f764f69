/** Copies a substring: V8 keeps it as a view, which would keep the whole text in memory. */
export const detach = (piece: string): string => Buffer.from(piece, 'utf16le').toString('utf16le');
