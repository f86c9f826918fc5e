import { isRecord, type KubeObject } from '../../objects/index.ts';
import { createdAt, firstEntries, labelCount, plainText } from './plain-value.ts';

/** Returns the fields that any object has: its phase or its state, its age, and the number of its labels. */
export function commonFields(object: KubeObject, now: number): readonly string[] {
  const status = (object as { readonly status?: unknown }).status;
  const labels = labelCount(object);
  const created = createdAt(object);

  return [
    ...(object.metadata.deletionTimestamp === undefined ? stateOf(status) : ['Terminating']),
    ...(Number.isNaN(created) ? [] : [`age ${age(now - created)}`]),
    labels === 1 ? '1 label' : `${labels} labels`,
  ];
}

/** Returns the phase. If the status has no phase, returns the condition that summarises the other conditions. */
function stateOf(status: unknown): readonly string[] {
  if (!isRecord(status)) return [];
  if (typeof status['phase'] === 'string') return [status['phase']];

  const conditions = Array.isArray(status['conditions'])
    ? firstEntries<unknown>(status['conditions']).filter(isRecord)
    : [];
  const summary = conditions.find(({ type }) =>
    ['Ready', 'Available', 'Complete', 'Established'].includes(plainText(type)),
  );
  if (summary === undefined) return [];
  const type = plainText(summary['type']);
  return [summary['status'] === 'True' ? type : `not ${type}`];
}

/** Formats a duration in ms in one unit: `42s`, `7m`, `3h`, `12d`. */
function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
