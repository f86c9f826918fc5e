import { generatedDefinitions } from '../generated/definitions.ts';
import { type Json, own } from '../json.ts';

const parsed = new Map<string, Json>();

/**
 * A definition of a built-in type as it was generated, each parsed when it is first asked for: `$ref` is the name of
 * another definition, and nothing is described in words.
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
