import { isRecord } from '../objects/index.ts';

/**
 * The functions of this file read unvalidated JSON. If a member is missing or has a wrong type, the functions
 * return an empty value, such as `''` or `[]`.
 */

export function recordsIn(json: unknown, member: string): readonly Readonly<Record<string, unknown>>[] {
  const value = isRecord(json) ? json[member] : undefined;
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textsIn(json: unknown, member: string): readonly string[] {
  const value = isRecord(json) ? json[member] : undefined;
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function textIn(json: unknown, member: string): string {
  const value = isRecord(json) ? json[member] : undefined;
  return typeof value === 'string' ? value : '';
}
