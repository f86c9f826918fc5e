import type { Column } from '../driver/column.ts';

/** Formats a number of objects, for example `50,000`. */
export const grouped = (size: number): string => size.toLocaleString('en');

/** Returns a function that makes one column for each size of a scenario. Only the column `event` has ratios. */
export const sizeColumns =
  (sizes: readonly number[]) =>
  (group: string, key: string, unit: string, digits: number): readonly Column[] =>
    sizes.map((size) => ({
      group,
      key: `${key}${size}`,
      title: `at ${grouped(size)},`,
      unit,
      digits,
      ...(key !== 'event' && { compared: false as const }),
    }));

/** Returns the columns of the cost of an event at each size, and how the cost grows from the first to the last size. */
export function eventColumns(group: string, sizes: readonly number[]): readonly Column[] {
  const [least = 0, most = least] = [sizes[0], sizes.at(-1)];
  return [
    ...sizeColumns(sizes)(group, 'event', 'µs', 2),
    {
      group,
      key: 'growth',
      title: `${grouped(most)} ÷ ${grouped(least)}`,
      unit: '',
      digits: 2,
      compared: false,
    },
  ];
}
