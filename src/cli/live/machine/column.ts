import { cutText, type KubeObject } from '../../../objects/index.ts';
import { createdAt } from '../../fields/plain-value.ts';
import { humanDuration } from './human-duration.ts';
import { visibleText } from './visible-text.ts';

/** A column of a table. */
export interface Column {
  readonly heading: string;
  /** What of an object stands there, on one line. */
  readonly text: (object: KubeObject, now: number) => string;
  /** The last to go where there is no room. */
  readonly isName?: true;
}

export const namespaceColumn: Column = {
  heading: 'NAMESPACE',
  text: ({ metadata }) => cellText(metadata.namespace),
};

export const nameColumn: Column = {
  heading: 'NAME',
  text: ({ metadata }) => cellText(metadata.name),
  isName: true,
};

export const ageColumn: Column = { heading: 'AGE', text: (object, now) => ageOf(object, now) ?? '<unknown>' };

/** How old an object is, told anew whenever it is asked for. */
export function ageOf(object: KubeObject, now: number): string | undefined {
  const created = createdAt(object);
  return Number.isNaN(created) ? undefined : humanDuration(now - created);
}

/**
 * A value of a cell or a field as text, no longer than any terminal is wide; `''` for an object or a list, which would be written
 * whole for each frame.
 */
export function cellText(value: unknown): string {
  if (typeof value === 'string')
    return visibleText(value.length > longestCell ? cutText(value, longestCell) : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Characters of a cell: no terminal is that wide. */
export const longestCell = 1_000;
