import { describe, expect, it, jest } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import { cellText, type Column } from '../../../../src/cli/live/machine/column.ts';
import { frame, type View } from '../../../../src/cli/live/machine/frame.ts';
import { type Health, unknownHealth } from '../../../../src/cli/live/machine/health.ts';
import type { Mark, Row } from '../../../../src/cli/live/machine/rows.ts';
import type { Section } from '../../../../src/cli/live/machine/section.ts';
import { summary } from '../../../../src/cli/live/machine/summary.ts';
import { widthOf } from '../../../../src/cli/live/machine/text-width.ts';
import { createWidths } from '../../../../src/cli/live/machine/widths.ts';
import { paintFor } from '../../../../src/cli/live/paint.ts';

const plain = paintFor({ isTTY: true }, { NO_COLOR: '1' });
const colours = paintFor({ isTTY: true }, { TERM: 'xterm' });

const columns: readonly Column[] = [
  { heading: 'NAME', text: ({ metadata }) => metadata.name, isName: true },
  { heading: 'STATUS', text: () => 'Running' },
];
const row = (name: string, mark?: Mark): Row => ({
  order: name,
  object: { metadata: { name, uid: name, resourceVersion: '1' } },
  mark,
});
const watching: Health = { ...unknownHealth, state: 'watching' };
const waiting: Health = {
  ...unknownHealth,
  state: 'waiting',
  retryAt: 3_000,
  problem: { text: 'no', at: 0 },
};
const section = (title: string, rows: readonly Row[], more: Partial<Section> = {}): Section => ({
  title,
  columns,
  widths: createWidths(),
  rows,
  size: rows.length,
  health: watching,
  rate: 0,
  ...more,
});
const view = (
  sections: readonly Section[],
  width: number,
  height: number,
  more: Partial<View> = {},
): View => ({
  sections,
  position: { at: 'top' },
  size: { columns: width, rows: height },
  hasKeys: true,
  ...more,
});
const names = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => row(`pod-${String(at).padStart(5, '0')}`));

describe('frame', () => {
  it('should contain a table, a status and help', () => {
    const { problem } = waiting;
    const pods = section('pods', [row('a'), row('long-name')], {
      rate: 12.3,
      ...(problem && { health: { ...watching, problem } }),
    });

    expect(frame(view([pods], 72, 8), 2_000, plain)).toEqual([
      'NAME        STATUS',
      'a           Running',
      'long-name   Running',
      '',
      '',
      '─'.repeat(72),
      'pods   watching   2 objects   12 events/s   last error 2s ago: no',
      '↑ ↓ PgUp PgDn Home End   q leave',
    ]);
  });

  it('should stack several collections, with a name and a status for each', () => {
    const sections = [
      section('pods', [row('a')], { rate: 1.25 }),
      section('nodes', [], { health: waiting }),
      section('jobs', []),
    ];

    expect(frame(view(sections, 60, 17, { hasKeys: false }), 0, plain)).toEqual([
      'pods (1)',
      'NAME   STATUS',
      'a      Running',
      '',
      'nodes (0)',
      '…',
      '',
      '',
      'jobs (0)',
      'No resources found',
      '',
      '',
      '─'.repeat(60),
      'pods    watching   1 object    1.3 events/s',
      'nodes   waiting, next try in 3 s: no',
      'jobs    watching   0 objects   0.0 events/s',
      'Ctrl-C leave',
    ]);
  });

  it('should not report an empty collection while it sorts objects', () => {
    const seen = (size: number): readonly string[] =>
      frame(view([section('pods', [], { size })], 40, 8), 0, plain);

    expect(seen(3)[0]).toBe('…');
    expect(seen(0)[0]).toBe('No resources found');
  });

  it('should keep the headings when rows are scrolled, and show the position', () => {
    const position = { at: 'row', section: 0, order: 'pod-05000' } as const;

    expect(frame(view([section('pods', names(10_000))], 80, 8, { position }), 0, plain)).toEqual([
      'NAME        STATUS',
      'pod-05000   Running',
      'pod-05001   Running',
      'pod-05002   Running',
      'pod-05003   Running',
      '─'.repeat(80),
      'pods   watching   10000 objects   0.0 events/s',
      '↑ ↓ PgUp PgDn Home End   q leave   from row 5001 of 10000',
    ]);
  });

  it('should format only the visible rows, for any number of rows', () => {
    let asked = 0;
    const counting: Column = { heading: 'NAME', text: () => `${++asked}` };
    frame(view([section('pods', names(10_000), { columns: [counting] })], 80, 24), 0, plain);

    expect(asked).toBeLessThanOrEqual(24);
  });

  it('should show an empty cell for a value that a column cannot format', () => {
    const throwing: Column = {
      heading: 'ODD',
      text: () => {
        throw new TypeError('no such field');
      },
    };
    const [, line] = frame(
      view([section('pods', [row('a')], { columns: [...columns, throwing] })], 80, 9),
      0,
      plain,
    );

    expect(line).toBe('a      Running');
  });

  it('should highlight changes, and nothing with NO_COLOR', () => {
    const rows = [row('a', 'added'), row('b', 'updated'), row('c', 'deleted'), row('d')];
    const painted = (paint: typeof plain): readonly string[] =>
      frame(view([section('pods', rows)], 80, 12), 0, paint).slice(0, 5);

    expect(painted(colours)).toEqual([
      '\u001b[1mNAME   STATUS\u001b[0m',
      '\u001b[32ma      Running\u001b[0m',
      '\u001b[33mb      Running\u001b[0m',
      '\u001b[2;9mc      Running\u001b[0m',
      'd      Running',
    ]);
    expect(painted(plain).join('')).not.toContain('\u001b');
  });

  it('should show problems first if not every status fits', () => {
    const sections = [section('a', []), section('b', []), section('c', [], { health: waiting })];

    expect(frame(view(sections, 60, 5), 0, plain).at(-1)).toBe('c   waiting, next try in 3 s: no');
  });

  it('should have exactly the height of the terminal, and at most its width, for any content', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((one) => !/\p{C}/u.test(one));
    const some = fc.record({ title: text, names: fc.array(text, { maxLength: 20 }) });
    const size = fc.record({ width: fc.integer({ min: 1, max: 90 }), height: fc.nat(40) });
    fc.assert(
      fc.property(
        fc.array(some, { minLength: 1, maxLength: 4 }),
        size,
        fc.nat(30),
        (all, { width, height }, at) => {
          const sections = all.map(({ title, names: of }) =>
            section(
              title,
              of.map((name) => row(name)),
            ),
          );
          const order = sections[0]?.rows[at]?.order ?? '';
          for (const position of [{ at: 'top' }, { at: 'end' }, { at: 'row', section: 0, order }] as const) {
            const lines = frame(view(sections, width, height, { position }), 0, plain);
            expect(lines).toHaveLength(height);
            for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
          }
        },
      ),
    );
  });
});

/** Returns the lines on the screen, and the number of characters whose width was measured. */
const countingCharacters = (
  shown: View,
): { readonly lines: readonly string[]; readonly characters: number } => {
  const segment = Reflect.get(Intl.Segmenter.prototype, 'segment');
  let characters = 0;
  const counting = jest.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function* (
    this: Intl.Segmenter,
    text: string,
  ) {
    for (const one of segment.call(this, text)) {
      characters++;
      yield one;
    }
  } as unknown as Intl.Segmenter['segment']);
  const lines = frame(shown, 0, plain);
  counting.mockRestore();
  return { lines, characters };
};

describe('frame, help', () => {
  it('should end with the server, without control characters', () => {
    const last = (server: string): string | undefined =>
      frame(view([section('pods', [row('a')])], 60, 10, { server }), 0, plain).at(-1);

    expect(last('http://127.0.0.1:8080')).toBe('↑ ↓ PgUp PgDn Home End   q leave   http://127.0.0.1:8080');
    expect(last('https://a/\u001b[2J')).toBe('↑ ↓ PgUp PgDn Home End   q leave   https://a/ [2J');
  });

  it('should read no column that does not fit, and of a cell only the part that fits', () => {
    const asked = new Set<string>();
    const wide = Array.from({ length: 52 }, (_, at): Column => ({
      heading: `C${at}`,
      text: () => {
        asked.add(`C${at}`);
        return '한'.repeat(1_000);
      },
    }));
    const { lines, characters } = countingCharacters(
      view([section('pods', names(50), { columns: [...wide, ...columns] })], 200, 50),
    );

    expect(lines[0]).toMatch(/^C0 +C1 .* C11 +NAME$/);
    expect(lines[1]).toMatch(/^(한+… {2,4}){12}pod-00000$/);
    expect(asked.size).toBeLessThan(16);
    expect(characters).toBeLessThan(50_000);
  });
});

describe('frame, amount of work', () => {
  /** Returns the texts that the renderer passed to the grapheme segmenter. */
  const segmented = (
    cell: string,
    width: number,
    height: number,
  ): { characters: number; written: number } => {
    const wide = Array.from({ length: 80 }, (): Column => ({
      heading: cellText(cell),
      text: () => cellText(cell),
    }));
    const { lines, characters } = countingCharacters(
      view([section('pods', names(50), { columns: [...columns, ...wide] })], width, height),
    );
    return { characters, written: lines.join('').length };
  };

  it.each([
    ['soft hyphens', '\u00ad'.repeat(1_000)],
    ['marks', `e${'\u0301'.repeat(995)}`],
    ['spaces with marks', ' \u0301'.repeat(500)],
    ['families', '👩‍👩‍👧‍👦'.repeat(90)],
    ['one endless family', '👩‍'.repeat(333)],
    ['leading consonants', '\u1100'.repeat(1_000)],
    ['annotations', '\ufff9'.repeat(1_000)],
    ['characters of one column', 'é'.repeat(1_000)],
    ['characters of one column that nearly fill the terminal', 'é'.repeat(199)],
  ])('should be limited by the size of the terminal: %s', (_, cell) => {
    for (const [width, height] of [
      [200, 50],
      [80, 24],
    ] as const) {
      const { characters, written } = segmented(cell, width, height);
      expect(characters).toBeLessThan(4 * width * height);
      expect(written).toBeLessThan(20 * width * height);
    }
  });
});

describe('summary', () => {
  it('should report the last status', () => {
    const sections = [section('pods', [row('a')]), section('nodes', names(3), { health: waiting })];

    expect(summary(sections, 0)).toEqual([
      'pods: 1 object, watching',
      'nodes: 3 objects, waiting, next try in 3 s: no',
    ]);
  });
});
