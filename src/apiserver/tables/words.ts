import type { Json } from '../json.ts';
import { count, list, map, text, texts } from './fields.ts';

/** A text for nothing. */
export const none = '<none>';
export const unset = '<unset>';

/** `a=1,b=2`, in the order of the names. */
export function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map((name) => `${name}=${labels[name] ?? ''}`);
  return pairs.join(',') || none;
}

/** A label selector as one writes it: `app=web,tier in (a,b),!old`. Without one, or with an empty one: `<none>`. */
export function selectorText(object: Json, path: string): string {
  const labels = Object.entries(map(object, `${path}.matchLabels`)).map(
    ([key, value]) => [key, `${key}=${value}`] as const,
  );
  const expressions = list(object, `${path}.matchExpressions`).map(
    (one) => [text(one, 'key'), expressionText(one)] as const,
  );
  const terms = [...labels, ...expressions].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return terms.map(([, term]) => term).join(',') || none;
}

function expressionText(expression: Json): string {
  const key = text(expression, 'key');
  const values = `(${texts(expression, 'values').toSorted().join(',')})`;
  switch (expression['operator']) {
    case 'In':
      return `${key} in ${values}`;
    case 'NotIn':
      return `${key} notin ${values}`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}

/** The names and the images of containers. */
export function containersText(object: Json, path: string): readonly [string, string] {
  const containers = list(object, path);
  const joined = (member: string): string => containers.map((one) => text(one, member)).join(',');
  return [joined('name'), joined('image')];
}

/** How many items of a list {@link someOf} shows. */
export const mostShown = 3;

/**
 * The first items of a list, and how many more there are.
 *
 * @param total - how many items there are where the list has only those that can be shown
 */
export function someOf(items: readonly string[], total: number = items.length): string {
  const shown = items.slice(0, mostShown).join(',');
  return total > mostShown ? `${shown} + ${total - mostShown} more...` : shown;
}

/** `RWO,ROX`: the access modes of a volume, each once, in this order. */
export function accessModesText(object: Json, path: string): string {
  const modes = texts(object, path);
  return Object.entries(accessModes)
    .flatMap(([mode, short]) => (modes.includes(mode) ? [short] : []))
    .join(',');
}

const accessModes = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** `2/3` of two numbers of an object. */
export function ratio(object: Json, part: string, whole: string): string {
  return `${count(object, part)}/${count(object, whole)}`;
}

/** The name of an object. */
export const nameOf = (object: Json): string => text(object, 'metadata.name');
