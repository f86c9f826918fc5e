import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { invalid } from '../status/invalid.ts';
import { sorted } from '../sorted.ts';
import type { Refusal } from '../status/refusal.ts';
import type { Resource } from '../resources/resource.ts';
import { badRequest } from '../status/refusals.ts';
import type { PlainPatch } from './patch-forms.ts';

/** The function that creates the error for an invalid result of a patch. */
export interface Patched {
  readonly strategic: boolean;
  readonly refusal: (why: string) => Refusal;
}

/**
 * Creates the error for a patch whose result is not a valid object. As in the kube-apiserver, the error is a 422
 * without a kind and a name. The message contains the result as JSON. For a strategic merge patch, the message contains
 * the patch instead, in the format in which Go prints a map.
 */
export function patchRefusal(change: PlainPatch, made: unknown, why: string): Refusal {
  const shown = 'strategic' in change ? printed(change.strategic) : JSON.stringify(sorted(made));
  // As in the kube-apiserver, the error has a single cause, and the message of the cause contains the whole text.
  const message = `Invalid value: ${JSON.stringify(shown)}: ${why}`;
  return invalid({ group: '', kind: '' }, '', [{ reason: 'FieldValueInvalid', field: 'patch', message }]);
}

/**
 * Creates the error for an object that does not match its kind. The error is a 422 for the result of a patch, and a 400
 * for any other object.
 */
export function unreadable(
  { kind, version }: Pick<Resource, 'kind' | 'version'>,
  why: string,
  patched?: Patched,
): Refusal {
  const refused = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
  return patched?.refusal(why) ?? badRequest(`${refused}: ${why}`);
}

/** Returns a value as text in the format of `%+v` in Go. */
function printed(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(printed).join(' ')}]`;
  if (!isRecord(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return `map[${Object.entries(withoutMerged(sorted(value) as Json))
    .map(([name, member]) => `${name}:${printed(member)}`)
    .join(' ')}]`;
}

/**
 * Removes each `$setElementOrder` directive from a patch, and the list that the directive orders. The kube-apiserver
 * removes the directive and the list before the kube-apiserver prints the patch.
 */
function withoutMerged(value: Json): Json {
  const ordered = Object.keys(value).filter((name) => name.startsWith(order));
  const left = new Set([...ordered, ...ordered.map((name) => name.slice(order.length))]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)));
}

const order = '$setElementOrder/';
