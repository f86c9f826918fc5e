import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { invalid } from '../status/invalid.ts';
import { sorted } from '../sorted.ts';
import type { Refusal } from '../status/refusal.ts';
import type { Resource } from '../resources/resource.ts';
import { badRequest } from '../status/refusals.ts';
import type { PlainPatch } from './patch-forms.ts';

/** A function that creates the error for an invalid object that a patch created. */
export interface Patched {
  readonly strategic: boolean;
  readonly refusal: (why: string) => Refusal;
}

/**
 * Creates the error for a patch whose result cannot be read as an object. The error is a 422 without a kind and a name.
 * The message contains the whole result. For a strategic merge patch, the message contains the patch instead, as Go
 * prints a map.
 */
export function patchRefusal(change: PlainPatch, made: unknown, why: string): Refusal {
  const shown = 'strategic' in change ? printed(change.strategic) : JSON.stringify(sorted(made));
  // As in the kube-apiserver, the error has one cause, whose message contains the whole object.
  const message = `Invalid value: ${JSON.stringify(shown)}: ${why}`;
  return invalid({ group: '', kind: '' }, '', [{ reason: 'FieldValueInvalid', field: 'patch', message }]);
}

/**
 * Creates the error for an object that cannot be read as its kind. If a patch created the object, the error is a 422.
 * If no patch created the object, the error is a 400.
 */
export function unreadable(
  { kind, version }: Pick<Resource, 'kind' | 'version'>,
  why: string,
  patched?: Patched,
): Refusal {
  const refused = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
  return patched?.refusal(why) ?? badRequest(`${refused}: ${why}`);
}

/** Returns a value as text, as Go's `%+v` prints it. */
function printed(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(printed).join(' ')}]`;
  if (!isRecord(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return `map[${Object.entries(withoutMerged(sorted(value) as Json))
    .map(([name, member]) => `${name}:${printed(member)}`)
    .join(' ')}]`;
}

/**
 * Removes each `$setElementOrder` directive, and the list that it orders. The kube-apiserver removes both before it
 * prints the patch.
 */
function withoutMerged(value: Json): Json {
  const ordered = Object.keys(value).filter((name) => name.startsWith(order));
  const left = new Set([...ordered, ...ordered.map((name) => name.slice(order.length))]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)));
}

const order = '$setElementOrder/';
