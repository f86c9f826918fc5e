import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { isKnownFormat } from '../schema/formats.ts';
import { objectIn, objectsIn, rootOf } from './definition.ts';

/**
 * Returns the warnings for the client that writes a CRD. The warnings concern formats that the server ignores, and
 * features that the server does not have.
 */
export function definitionWarnings(object: Json): readonly string[] {
  const spec = objectIn(object, 'spec');
  const warnings = new Set<string>();
  if (objectIn(spec, 'conversion')['strategy'] === 'Webhook') {
    warnings.add(
      'spec.conversion: this server calls no webhooks; versions are converted by their apiVersion alone',
    );
  }
  for (const version of objectsIn(spec, 'versions')) collect(rootOf(version), warnings);
  return [...warnings];
}

function collect(schema: unknown, warnings: Set<string>): void {
  if (!isRecord(schema)) return;
  const { format, type, items, additionalProperties, not } = schema;
  if (typeof format === 'string' && !isKnownFormat(format, type)) {
    warnings.add(`unrecognized format ${JSON.stringify(format)}`);
  }
  if (schema['x-kubernetes-validations'] !== undefined) warnings.add(rules);
  for (const inner of [items, additionalProperties, not, ...Object.values(objectIn(schema, 'properties'))]) {
    collect(inner, warnings);
  }
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    for (const inner of objectsIn(schema, word)) collect(inner, warnings);
  }
}

const rules = 'x-kubernetes-validations: this server does not evaluate CEL rules';
