import { isRecord } from '../objects/index.ts';

/** Readers of JSON that may be anything: what is not there, or not of its type, is empty. */

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
