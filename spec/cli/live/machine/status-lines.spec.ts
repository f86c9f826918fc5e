import { describe, expect, it } from '@jest/globals';
import { type Health, unknownHealth } from '../../../../src/cli/live/machine/health.ts';
import type { Section } from '../../../../src/cli/live/machine/section.ts';
import { statusLines } from '../../../../src/cli/live/machine/status-lines.ts';
import { createWidths } from '../../../../src/cli/live/machine/widths.ts';
import { paintFor } from '../../../../src/cli/live/paint.ts';

const plain = paintFor({ isTTY: true }, { NO_COLOR: '1' });
const colours = paintFor({ isTTY: true }, { TERM: 'xterm' });

const problem = { text: 'no', at: 0 };
const healths = {
  stopped: unknownHealth,
  listing: { ...unknownHealth, state: 'listing', received: 5, expected: 9 },
  watching: { ...unknownHealth, state: 'watching' },
  waiting: { ...unknownHealth, state: 'waiting', retryAt: 3_000, problem },
  doubted: { ...unknownHealth, state: 'watching', retryAt: 1_000, doubtUntil: 3_000, problem },
  recovered: { ...unknownHealth, state: 'watching', problem },
} as const satisfies Record<string, Health>;

const section = (title: string, health: keyof typeof healths, more: Partial<Section> = {}): Section => ({
  title,
  columns: [],
  widths: createWidths(),
  rows: [],
  size: 3,
  health: healths[health],
  rate: 0,
  ...more,
});

describe('status lines', () => {
  it.each<[keyof typeof healths, string]>([
    ['stopped', 'pods   starting   3 objects   0.0 events/s'],
    ['listing', 'pods   listing 5 of 9   3 objects   0.0 events/s'],
    ['watching', 'pods   watching   3 objects   0.0 events/s'],
    ['waiting', 'pods   waiting, next try in 1 s: no'],
    ['doubted', 'pods   waiting, trying again: no'],
    ['recovered', 'pods   watching   3 objects   0.0 events/s   last error 2s ago: no'],
  ])('should describe a collection that is %s', (health, line) => {
    expect(statusLines([section('pods', health)], 100, 1, 2_000, plain)).toEqual([line]);
    expect(statusLines([section('pods', health)], line.length, 1, 2_000, plain)).toEqual([line]);
    expect(statusLines([section('pods', health)], line.length - 1, 1, 2_000, plain)).toEqual([
      `${line.slice(0, -2)}…`,
    ]);
  });

  it.each([
    [0, 0, '0 objects   0.0 events/s'],
    [1, 0.04, '1 object   0.0 events/s'],
    [2, 9.94, '2 objects   9.9 events/s'],
    [2, 10, '2 objects   10 events/s'],
    [1_500, 99.5, '1500 objects   100 events/s'],
  ])('should count %d objects, and %d events a second', (size, rate, words) => {
    expect(statusLines([section('pods', 'watching', { size, rate })], 100, 1, 0, plain)).toEqual([
      `pods   watching   ${words}`,
    ]);
  });

  it.each<[keyof typeof healths, (text: string) => string]>([
    ['stopped', colours.dim],
    ['listing', colours.dim],
    ['watching', (text) => text],
    ['recovered', (text) => text],
    ['waiting', colours.warning],
    ['doubted', colours.warning],
  ])('should colour a collection that is %s', (health, look) => {
    const [words = ''] = statusLines([section('pods', health)], 100, 1, 2_000, plain);

    expect(statusLines([section('pods', health)], 100, 1, 2_000, colours)).toEqual([look(words)]);
  });

  it('should align equal parts', () => {
    const sections = [section('pods', 'listing'), section('a', 'watching', { size: 12 })];

    expect(statusLines(sections, 100, 2, 0, plain)).toEqual([
      'pods   listing 5 of 9   3 objects    0.0 events/s',
      'a      watching         12 objects   0.0 events/s',
    ]);
  });

  it('should omit healthy collections first if not all fit', () => {
    const states = ['watching', 'listing', 'stopped', 'waiting'] as const;
    const sections = states.map((state) => section(state, state));
    const titles = (most: number): readonly (string | undefined)[] =>
      statusLines(sections, 100, most, 0, plain).map((line) => line.split(' ')[0]);

    expect(titles(5)).toEqual(states);
    expect(titles(4)).toEqual(states);
    expect(titles(3)).toEqual(['waiting', 'stopped', 'listing']);
    expect(titles(1)).toEqual(['waiting']);
    expect(titles(0)).toEqual([]);
  });
});
