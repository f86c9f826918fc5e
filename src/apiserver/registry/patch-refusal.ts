import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { invalid } from '../status/invalid.ts';
import { sorted } from '../sorted.ts';
import type { Refusal } from '../status/refusal.ts';
import type { Resource } from '../resources/resource.ts';
import { badRequest } from '../status/refusals.ts';
import type { PlainPatch } from './patch-forms.ts';

/** How a write is refused that a patch made. */
export interface Patched {
  readonly strategic: boolean;
  readonly refusal: (why: string) => Refusal;
}

/**
 * What a patch is refused by that makes an object which cannot be read: 422 of nothing in particular, with all that was
 * made; a strategic merge patch is shown itself, as Go prints a map.
 */
export function patchRefusal(change: PlainPatch, made: unknown, why: string): Refusal {
  const shown = 'strategic' in change ? printed(change.strategic) : JSON.stringify(sorted(made));
  // The one error of its answer shows the whole object, as on the real server.
  const message = `Invalid value: ${JSON.stringify(shown)}: ${why}`;
  return invalid({ group: '', kind: '' }, '', [{ reason: 'FieldValueInvalid', field: 'patch', message }]);
}

/** What cannot be read as an object of its kind is refused: 400, but where a patch made it. */
export function unreadable(
  { kind, version }: Pick<Resource, 'kind' | 'version'>,
  why: string,
  patched?: Patched,
): Refusal {
  const refused = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
  return patched?.refusal(why) ?? badRequest(`${refused}: ${why}`);
}

/** As Go's `%+v`. */
function printed(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(printed).join(' ')}]`;
  if (!isRecord(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return `map[${Object.entries(withoutMerged(sorted(value) as Json))
    .map(([name, member]) => `${name}:${printed(member)}`)
    .join(' ')}]`;
}

/** The lists that an order was given for are used up by then. */
function withoutMerged(value: Json): Json {
  const ordered = Object.keys(value).filter((name) => name.startsWith(order));
  const left = new Set([...ordered, ...ordered.map((name) => name.slice(order.length))]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)));
}

const order = '$setElementOrder/';
