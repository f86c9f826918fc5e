import { isRecord } from '../../../objects/index.ts';
import type { Json } from '../../json.ts';

/** Returns a value if it is a map, and `undefined` for null and any other value. */
export const asMap = (value: unknown): Json | undefined => (isRecord(value) ? value : undefined);

/** Returns a value if it is a list, and `undefined` for null and any other value. */
export const asList = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? (value as readonly unknown[]) : undefined;

/** Checks whether a map or a list is absent or empty. */
export const isVoid = (value: Json | readonly unknown[] | undefined): boolean =>
  value === undefined || Object.keys(value).length === 0;

/** Sets a member of an object under any name: a name that a client chooses must not change the prototype. */
export function setMember(target: object, name: string, value: unknown): void {
  // Assignment is several times faster than `defineProperty`.
  if (!(name in target)) (target as Record<string, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
