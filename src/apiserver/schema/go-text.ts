import { base64Problem, canonicalBase64 } from './base64.ts';
import { definitionNameOf } from './built-in-schema.ts';
import { canonicalTime, timeProblem } from './go-time.ts';
import { isQuantity, quantityProblem } from './quantity.ts';
import type { Schema } from './schema.ts';

/**
 * Returns Go's error message for a text that does not match its Go type, which is bytes, a time or a quantity. Returns
 * `undefined` if the text is valid.
 */
export function textProblem(schema: Schema, text: string): string | undefined {
  if (isQuantity(schema)) return quantityProblem(text);
  switch (schema.format) {
    case 'byte':
      return base64Problem(text);
    case 'date-time':
      return timeProblem(text, isMicroTime(schema));
    default:
      return undefined;
  }
}

/** Returns a text in the form in which Go encodes it. Only bytes and times change. */
export function canonicalText(schema: Schema, text: string): string {
  switch (schema.format) {
    case 'byte':
      return canonicalBase64(text);
    case 'date-time':
      return canonicalTime(text, isMicroTime(schema));
    default:
      return text;
  }
}

const isMicroTime = (schema: Schema): boolean =>
  definitionNameOf(schema) === 'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime';
