import { isRecord } from '../../../../src/objects/index.ts';
import type { Body } from '../server.ts';

/** A test case: an unchanged valid object, or a copy with one invalid field. */
export interface Broken {
  /** The name of the test case: the change of the field, and the path of the field. */
  readonly name: string;
  readonly object: Body;
}

type Place = readonly (string | number)[];

/** The name of the test case with the unchanged object. */
export const asItIs = 'as it is';

/** Returns the unchanged object, and a copy for each way to make one field invalid. */
export const casesOf = (object: Body): readonly Broken[] => [{ name: asItIs, object }, ...breaksOf(object)];

/** Returns a copy of the object for each way to make one field invalid, in a fixed order. */
function* breaksOf(object: Body): Generator<Broken, void> {
  for (const [place, value] of placesIn(object)) {
    const at = place.join('.');
    if (typeof place.at(-1) === 'string') yield { name: `without ${at}`, object: without(object, place) };
    for (const wrong of wrongFor(value))
      yield { name: `${at}: ${JSON.stringify(wrong).slice(0, 40)}`, object: withValue(object, place, wrong) };
  }
}

const untouched: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

function* placesIn(value: unknown, place: Place = []): Generator<readonly [Place, unknown], void> {
  if (place.length > 0) yield [place, value];
  const members = Array.isArray(value)
    ? (value as readonly unknown[]).map((item, at) => [at, item] as const)
    : isRecord(value)
      ? Object.entries(value).filter(([name]) => place.length > 0 || !untouched.has(name))
      : [];
  for (const [name, member] of members) yield* placesIn(member, [...place, name]);
}

const isQuantity = /^\d+(?:m|k|[KMGT]i)?$/;

/** Returns values that have the same type as `value` and are probably invalid for the field. */
function wrongFor(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [-1, 0, 70_000];
  if (typeof value === 'string')
    return ['', 'Not Valid!', 'x'.repeat(300), '-1', ...(isQuantity.test(value) ? ['70000Pi'] : [])];
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    return [[], ...(items.length > 0 ? [[...items, items[0]]] : [])];
  }
  return isRecord(value) && Object.keys(value).length > 0 ? [{}] : [];
}

function without(object: Body, place: Place): Body {
  return changed(object, place, (container, name) => {
    if (Array.isArray(container)) container.splice(Number(name), 1);
    else Reflect.deleteProperty(container, name);
  });
}

const withValue = (object: Body, place: Place, value: unknown): Body =>
  changed(object, place, (container, name) => {
    (container as Record<string | number, unknown>)[name] = value;
  });

function changed(
  object: Body,
  place: Place,
  change: (container: object, name: string | number) => void,
): Body {
  const copy = structuredClone(object);
  const container = place
    .slice(0, -1)
    .reduce<object>((inner, name) => (inner as Record<string | number, object>)[name] ?? {}, copy);
  change(container, place.at(-1) ?? '');
  return copy;
}
