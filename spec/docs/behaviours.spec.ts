import { describe, expect, it } from '@jest/globals';
import { countBehaviours, numbersIn, titlesIn } from '../../.ci/count-behaviours.js';

const list = '| number | what |\n| --- | --- |\n| B1 | lists |\n| B2 | watches |\n| B3 | relists |';
const page = (...rows: readonly string[]): string => ['| client-go | here | why |', ...rows].join('\n');
const kept = {
  cited: [],
  decided: [],
  absent: [],
  missing: [],
  unknown: [],
  unfounded: [],
  undecided: [],
  twice: [],
};

describe('numbersIn', () => {
  it('should read single numbers, lists and ranges, each number once', () => {
    expect(numbersIn('as described (B7, B9–B11, B20-22, B7), Q5 and PB3')).toEqual([
      7, 9, 10, 11, 20, 21, 22,
    ]);
  });
});

describe('titlesIn', () => {
  it('should read the titles of describe, it, their each, and templates', () => {
    const source = [
      "describe('D', () => { it('I', () => {}); it.each([1])('E %i', () => {}); it.only('O', run); });",
      'it.each`a\n${1}`("T", run); it(`X ${name} Y`, run); describe.each(rows as const)("F", run);',
    ].join('\n');

    expect(titlesIn(source)).toEqual(
      ['D', 'I', 'E %i', 'O', 'T', 'X', 'F'].map((title) => expect.stringContaining(title)),
    );
  });

  it('should ignore comments, other strings, and skipped or todo tests', () => {
    const source =
      "// it('B1')\nconst text = 'it B1'; /** B2 */ touch('B3'); it.skip('B4', run); it.todo('B5');";

    expect(titlesIn(source)).toEqual([]);
  });
});

describe('countBehaviours', () => {
  it('should count one cited, one decided otherwise, and one absent behaviour', () => {
    const pages = [
      page('| B2: watches | polls | Q1. |'),
      `## What is not here\n${page('| B3 | – | write one |')}`,
    ];

    expect(countBehaviours({ list, titles: ['should list (B1)'], pages })).toEqual({
      ...kept,
      cited: [1],
      decided: [2],
      absent: [3],
    });
  });

  it('should report a missing behaviour', () => {
    expect(countBehaviours({ list, titles: ['B1', 'B3'], pages: [] })).toEqual({
      ...kept,
      cited: [1, 3],
      missing: [2],
    });
  });

  it('should report an unknown number in a spec or in a page', () => {
    const pages = [page('| B5 | none | Q1. |')];

    expect(countBehaviours({ list, titles: ['B1–B4'], pages })).toEqual({
      ...kept,
      cited: [1, 2, 3],
      unknown: [4, 5],
    });
  });

  it('should not accept a number in a comment', () => {
    const source = "/** B1 */\nit('should list', () => { // B2\n  expect('B3').toBe('B3'); });";

    expect(countBehaviours({ list, titles: titlesIn(source), pages: [] }).missing).toEqual([1, 2, 3]);
  });

  it.each([
    ['a row without a reason', '| B2 | none |  |', true],
    ['a row that mentions it', '| watch | watch | The same (B2). |', true],
    ['text beside the tables', 'B2 is not here.', true],
    ['a row that contradicts it', '| watch | poll | polls (against B1 and B2) |', false],
    ['a row of a range', '| all (B1–B3) | none | Q1. |', false],
  ])('should require a row to have a reason: %s', (_what, row, missing) => {
    const found = countBehaviours({ list, titles: ['B1', 'B3'], pages: [page(row)] });

    expect(found.missing).toEqual(missing ? [2] : []);
  });

  it('should prefer a row to a spec, because the spec may show the different behaviour', () => {
    const found = countBehaviours({ list, titles: ['B1–B3'], pages: [page('| B1 | none | Q1. |')] });

    expect(found).toMatchObject({ decided: [1], cited: [2, 3] });
  });

  it('should not count a title with `against`, and require a row with a reason', () => {
    const titles = ['should poll (Q1, against B1 and B2)', 'B3'];

    expect(countBehaviours({ list, titles, pages: [] })).toMatchObject({
      cited: [3],
      missing: [1, 2],
      undecided: [1, 2],
    });
  });

  it('should report a row whose reason has no number', () => {
    const pages = [page('| B1 | none | Q1. |', '| B2: watches | polls | just so |', '| B3 | none | D3. |')];

    expect(countBehaviours({ list, titles: [], pages }).unfounded).toEqual(['B2: watches']);
  });

  it('should report a number that is listed twice', () => {
    expect(countBehaviours({ list: `${list}\n| B2 | again |`, titles: ['B1–B3'], pages: [] }).twice).toEqual([
      2,
    ]);
  });
});
