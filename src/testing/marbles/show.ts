import type { KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';

const longest = 160;

/**
 * Returns a value as one short line. Changes, objects and errors have their own format. Other values are
 * shown as JSON.
 */
export function show(value: unknown): string {
  const text = format(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function format(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value === undefined || value === null) return `${value}`;
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object') return (value as string | number | boolean | bigint | symbol).toString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) return showMembers(value);
  if (isChange(value)) return showChange(value);
  if (isKubeObject(value)) return showObject(value);
  try {
    return JSON.stringify(value);
  } catch {
    return 'an object that JSON cannot represent'; // JSON.stringify throws for a cycle or a bigint
  }
}

/**
 * Returns a Map, a Set or bytes as a text, for example `Uint8Array [1,2]`. JSON would show such a value as
 * empty, or as a plain object.
 */
function showMembers(value: Map<unknown, unknown> | Set<unknown> | ArrayBufferView): string {
  const members = value instanceof DataView ? new Uint8Array(value.buffer) : value;
  const list = Array.from(members as Iterable<unknown>, (member) => show(member));
  return `${value.constructor.name} [${list.join(',')}]`;
}

/**
 * Returns a change as a text, for example `added shop/web@3 initial`. The text contains `unknown` if the
 * final state of a deleted object is not known.
 */
function showChange(change: Change<unknown>): string {
  const { resourceVersion } = (change.object as Partial<KubeObject>).metadata ?? {};
  const version = resourceVersion === undefined ? '' : `@${resourceVersion}`;
  const unknown = change.type === 'deleted' && !change.finalStateKnown ? ' unknown' : '';
  return `${change.type} ${change.key}${version} ${change.cause}${unknown}`;
}

function showObject({ kind = 'object', metadata }: KubeObject): string {
  const { namespace, name, resourceVersion } = metadata;
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}@${resourceVersion}`;
}

function isChange(value: object): value is Change<unknown> {
  const { type, key, object, cause } = value as Partial<Record<string, unknown>>;
  return (
    typeof type === 'string' &&
    ['added', 'updated', 'deleted'].includes(type) &&
    typeof key === 'string' &&
    typeof cause === 'string' &&
    typeof object === 'object' &&
    object !== null
  );
}

function isKubeObject(value: object): value is KubeObject {
  const { name, resourceVersion } = (value as Partial<KubeObject>).metadata ?? {};
  return typeof name === 'string' && typeof resourceVersion === 'string';
}
