import { isRecord } from '../../../objects/index.ts';
import type { Json } from '../../json.ts';

/** Returns a value if the value is a map. Otherwise, returns `undefined`. */
export const asMap = (value: unknown): Json | undefined => (isRecord(value) ? value : undefined);

/** Returns a value if the value is a list. Otherwise, returns `undefined`. */
export const asList = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? (value as readonly unknown[]) : undefined;

/** Returns `true` if a map or a list is absent or empty. */
export const isVoid = (value: Json | readonly unknown[] | undefined): boolean =>
  value === undefined || Object.keys(value).length === 0;

/**
 * Sets a member of an object. The name can be any text. A client can choose the name `__proto__`, and a plain
 * assignment to `__proto__` would change the prototype of the object.
 */
export function setMember(target: object, name: string, value: unknown): void {
  // An assignment is several times faster than `Object.defineProperty`.
  if (!(name in target)) (target as Record<string, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
