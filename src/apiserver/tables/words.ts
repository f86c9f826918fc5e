import type { Json } from '../json.ts';
import { count, list, map, text, texts } from './fields.ts';

/** The text of a table cell for an empty value. */
export const none = '<none>';
export const unset = '<unset>';

/** Returns labels as text for a table cell, sorted by name, such as `a=1,b=2`. */
export function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map((name) => `${name}=${labels[name] ?? ''}`);
  return pairs.join(',') || none;
}

/**
 * Returns the label selector at a path as text, such as `app=web,tier in (a,b),!old`. If the selector is absent or
 * empty, returns `<none>`.
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

/** Returns the names of all containers as one text, and the images of all containers as another text. */
export function containersText(object: Json, path: string): readonly [string, string] {
  const containers = list(object, path);
  const joined = (member: string): string => containers.map((one) => text(one, member)).join(',');
  return [joined('name'), joined('image')];
}

/** The maximum number of list items that {@link someOf} shows in a table cell. */
export const maxShown = 3;

/**
 * Returns the first items of a list as text for a table cell, and the number of further items, such as `a,b,c + 2
 * more...`.
 *
 * @param total - the number of all items. `total` is necessary only if `items` does not contain all items.
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

/** Returns two numbers of an object as a ratio, such as `2/3`. */
export function ratio(object: Json, part: string, whole: string): string {
  return `${count(object, part)}/${count(object, whole)}`;
}

export const nameOf = (object: Json): string => text(object, 'metadata.name');
