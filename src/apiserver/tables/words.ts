import type { Json } from '../json.ts';
import { count, list, map, text, texts } from './fields.ts';

/** The text that a cell shows for an empty value. */
export const none = '<none>';
export const unset = '<unset>';

/** Returns labels as text, sorted by name, such as `a=1,b=2`. */
export function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map((name) => `${name}=${labels[name] ?? ''}`);
  return pairs.join(',') || none;
}

/**
 * Returns a label selector as text, such as `app=web,tier in (a,b),!old`. If the selector is absent or empty, returns
 * `<none>`.
 */
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

/** Returns the names of containers and the images of containers, each as one text. */
export function containersText(object: Json, path: string): readonly [string, string] {
  const containers = list(object, path);
  const joined = (member: string): string => containers.map((one) => text(one, member)).join(',');
  return [joined('name'), joined('image')];
}

/** The maximum number of items that {@link someOf} shows. */
export const maxShown = 3;

/**
 * Returns the first items of a list as text, and the number of further items.
 *
 * @param total - the total number of items. Set if `items` contains only the items that can be shown.
 */
export function someOf(items: readonly string[], total: number = items.length): string {
  const shown = items.slice(0, maxShown).join(',');
  return total > maxShown ? `${shown} + ${total - maxShown} more...` : shown;
}

/** Returns the access modes of a volume without duplicates, in a fixed order, such as `RWO,ROX`. */
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

/** Returns two numbers of an object as text, such as `2/3`. */
export function ratio(object: Json, part: string, whole: string): string {
  return `${count(object, part)}/${count(object, whole)}`;
}

/** Returns the name of an object. */
export const nameOf = (object: Json): string => text(object, 'metadata.name');
