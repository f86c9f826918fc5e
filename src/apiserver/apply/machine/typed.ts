import { isRecord } from '../../../objects/index.ts';
import type { Json } from '../../json.ts';

/** A value as an object; null and what is none of them counts as nothing. */
export const asMap = (value: unknown): Json | undefined => (isRecord(value) ? value : undefined);

/** A value as a list; null and what is none of them counts as nothing. */
export const asList = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? (value as readonly unknown[]) : undefined;

/** Whether there is nothing in it. */
export const isVoid = (value: Json | readonly unknown[] | undefined): boolean =>
  value === undefined || Object.keys(value).length === 0;

/** An object with a member, whatever its name: one of a client's choice must not reach a prototype. */
export function setMember(target: object, name: string, value: unknown): void {
  // Objects whose properties are defined take several times as long.
  if (!(name in target)) (target as Record<string, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
