/**
 * A copy of a text. V8 keeps the whole of a text in memory as long as a part that was cut out of it is there, but not for a
 * copy of the part.
 */
export const copyOf = (part: string): string => Buffer.from(part, 'utf16le').toString('utf16le');
