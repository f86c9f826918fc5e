import type { JsonPart } from '../../src/cli/lines/one-line.ts';

/** The text of a line of JSON that comes in parts. */
export const joinedJson = (parts: readonly JsonPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part())).join('');
