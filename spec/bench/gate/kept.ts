import { readFileSync, writeFileSync } from 'node:fs';

/** By scenario, contender and column. */
export type ByColumn<V> = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, V>>>>>>;

export interface KeptRatio {
  /** To the floor of the same round; the median of many rounds. */
  readonly ratio: number;
  /** By so much more the median of a gate's few rounds may be while nothing has changed. */
  readonly noise: number;
}

/** What the repository promises. */
export interface Kept {
  readonly ratios: ByColumn<KeptRatio>;
  /**
   * The most that a ratio to the floor may be, of what is promised or too noisy to be kept as it was; the noise is in it.
   * No run writes it.
   */
  readonly marks: ByColumn<number>;
  /** The most that a figure may be, whatever the floor takes: of bytes, which no machine's pace changes. */
  readonly bars: ByColumn<number>;
}

const file = new URL('../ratios.json', import.meta.url);

export const readKept = (): Kept => JSON.parse(readFileSync(file, 'utf8')) as Kept;

export function writeKept(kept: Kept): void {
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}
