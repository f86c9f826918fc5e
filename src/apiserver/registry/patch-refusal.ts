import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { invalid } from '../status/invalid.ts';
import { sorted } from '../sorted.ts';
import type { Refusal } from '../status/refusal.ts';
import type { Resource } from '../resources/resource.ts';
import { badRequest } from '../status/refusals.ts';
import type { PlainPatch } from './patch-forms.ts';

/** How to reject an invalid object that a patch made. */
export interface Patched {
  readonly strategic: boolean;
  readonly refusal: (why: string) => Refusal;
}

/**
 * Creates the error for a patch whose result cannot be read. It is a 422 without a kind and a name, and shows the whole
 * result. For a strategic merge patch it shows the patch, in the format in which Go prints a map.
 */
export function patchRefusal(change: PlainPatch, made: unknown, why: string): Refusal {
  const shown = 'strategic' in change ? printed(change.strategic) : JSON.stringify(sorted(made));
  // The only cause in the answer shows the whole object, as in the real server.
  const message = `Invalid value: ${JSON.stringify(shown)}: ${why}`;
  return invalid({ group: '', kind: '' }, '', [{ reason: 'FieldValueInvalid', field: 'patch', message }]);
}

/** Creates the error for an object that cannot be read as its kind: 400, or 422 if a patch made the object. */
export function unreadable(
  { kind, version }: Pick<Resource, 'kind' | 'version'>,
  why: string,
  patched?: Patched,
): Refusal {
  const refused = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
  return patched?.refusal(why) ?? badRequest(`${refused}: ${why}`);
}

/** Prints a value as Go's `%+v`. */
function printed(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(printed).join(' ')}]`;
  if (!isRecord(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return `map[${Object.entries(withoutMerged(sorted(value) as Json))
    .map(([name, member]) => `${name}:${printed(member)}`)
    .join(' ')}]`;
}

/**
 * Removes the lists with a `$setElementOrder`, and the directive. The real server has removed both before it prints the
 * patch.
 */
function withoutMerged(value: Json): Json {
  const ordered = Object.keys(value).filter((name) => name.startsWith(order));
  const left = new Set([...ordered, ...ordered.map((name) => name.slice(order.length))]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)));
}

const order = '$setElementOrder/';
