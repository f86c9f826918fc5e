import { base64Problem, canonicalBase64 } from './base64.ts';
import { definitionNameOf } from './built-in-schema.ts';
import { canonicalTime, timeProblem } from './go-time.ts';
import { isQuantity, quantityProblem } from './quantity.ts';
import type { Schema } from './schema.ts';

/**
 * Returns the message for a text that Go cannot decode into the bytes, the time or the quantity of the Go type. Returns
 * `undefined` if Go can decode the text.
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

/** Returns bytes and times in the format in which Go encodes them. Returns any other text unchanged. */
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
