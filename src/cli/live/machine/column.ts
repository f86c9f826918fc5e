import { cutText, type KubeObject } from '../../../objects/index.ts';
import { createdAt } from '../../fields/plain-value.ts';
import { humanDuration } from './human-duration.ts';
import { visibleText } from './visible-text.ts';

/** A column of a live table. */
export interface Column {
  readonly heading: string;
  /** Returns the text of this column for an object, on one line. */
  readonly text: (object: KubeObject, now: number) => string;
  /** Whether the column contains names. Name columns are dropped last if there is not enough room. */
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

/** Returns the age of an object at `now`; `undefined` if its creation time is unknown. */
export function ageOf(object: KubeObject, now: number): string | undefined {
  const created = createdAt(object);
  return Number.isNaN(created) ? undefined : humanDuration(now - created);
}

/**
 * Formats a value of a cell or a field, cut to {@link longestCell} characters. Returns `''` for an object or a list,
 * because each frame would have to format the object or list again.
 */
export function cellText(value: unknown): string {
  if (typeof value === 'string')
    return visibleText(value.length > longestCell ? cutText(value, longestCell) : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The maximum number of characters of a cell, because no terminal is wider. */
export const longestCell = 1_000;
