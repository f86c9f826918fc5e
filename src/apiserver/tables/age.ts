import type { Json } from '../json.ts';
import { text } from './fields.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Returns a duration in ms in the format of `kubectl get`, such as `9s`, `4m5s`, `3h` or `2d4h`. The format is that of
 * `HumanDuration` in Kubernetes.
 */
export function humanDuration(span: number): string {
  const seconds = Math.trunc(span / second);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(span / minute);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(span / hour);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 24 * 8) return two(days, 'd', hours % 24, 'h');
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.trunc(days / 365);
  return hours < 24 * 365 * 8 ? two(years, 'y', days % 365, 'd') : `${years}y`;
}

/** Returns a duration in two units, such as `2d4h`. Omits the smaller unit if its number is 0. */
const two = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;

/** Returns the time since a timestamp in the format of `kubectl get`, such as `4m5s`. */
export function since(timestamp: string, now: number): string {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? '<unknown>' : humanDuration(now - at);
}

/** Returns the age of an object in the format of `kubectl get`, such as `2d4h`. */
export function age(object: Json, now: number): string {
  return since(text(object, 'metadata.creationTimestamp'), now);
}
