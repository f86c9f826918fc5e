import type { JsonPart } from '../../src/cli/lines/one-line.ts';

/** Joins the parts of a JSON line to one text. */
export const joinedJson = (parts: readonly JsonPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part())).join('');
