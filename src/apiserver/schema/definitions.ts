import { generatedDefinitions } from '../generated/definitions.ts';
import { type Json, own } from '../json.ts';

const parsed = new Map<string, Json>();

/**
 * Returns the generated OpenAPI definition of a built-in type. The definition is parsed on first use. A `$ref` contains
 * the name of another definition. The definitions contain no descriptions.
 */
export function definition(name: string): Json | undefined {
  const found = parsed.get(name);
  if (found !== undefined) return found;
  const text = own(generatedDefinitions, name);
  if (text === undefined) return undefined;
  const made = JSON.parse(text) as Json;
  parsed.set(name, made);
  return made;
}
