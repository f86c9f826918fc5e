import { isRecord, type JsonPatchOperation, sameJson } from '../../objects/index.ts';

/**
 * Applies a JSON patch (RFC 6902) to a copy of a JSON value. The function supports only the operations that
 * `edit` writes.
 *
 * @returns the changed copy, or `undefined` if a `test` fails or a path does not exist
 */
export function applyJsonPatch(target: unknown, patch: readonly JsonPatchOperation[]): unknown {
  const root = { value: JSON.parse(JSON.stringify(target)) as unknown };
  const fits = patch.every(({ op, path, value }) => {
    const parts = `/value${path}`
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = parts.pop() ?? '';
    const place = parts.reduce<unknown>((parent, part) => memberOf(parent, part), root);
    return Array.isArray(place)
      ? applyToArray(place, op, last, value)
      : applyToObject(place, op, last, value);
  });
  return fits ? root.value : undefined;
}

type Op = JsonPatchOperation['op'];

function applyToObject(place: unknown, op: Op, name: string, value: unknown): boolean {
  if (!isRecord(place)) return false;
  const object = place as Record<string, unknown>;
  if (op !== 'add' && !Object.hasOwn(object, name)) return false;
  if (op === 'test') return sameJson(object[name], value);
  if (op === 'remove') Reflect.deleteProperty(object, name);
  // An assignment would not set a member with the name `__proto__`, which a label may have.
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  return true;
}

function applyToArray(place: unknown[], op: Op, name: string, value: unknown): boolean {
  const at =
    name === '-' && op === 'add' ? place.length : /^(0|[1-9]\d*)$/.test(name) ? Number(name) : Infinity;
  if (at >= place.length + Number(op === 'add')) return false;
  if (op === 'test') return sameJson(place[at], value);
  place.splice(at, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
  return true;
}

function memberOf(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined;
  return (parent as Readonly<Record<string, unknown>>)[name];
}
