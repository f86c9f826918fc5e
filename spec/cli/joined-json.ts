import type { JsonPart } from '../../src/cli/lines/one-line.ts';

/** Joins the parts of a line of JSON. */
export const joinedJson = (parts: readonly JsonPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part())).join('');
