import { describe, expect, it } from '@jest/globals';
import { foundByEither, linesOf } from './second-try.ts';
import type { Mutant, Report } from './score.ts';

const mutant = (status: string, line: number, replacement = 'true', lines = 1): Mutant => ({
  status,
  replacement,
  location: { start: { line, column: 3 }, end: { line: line + lines - 1, column: 9 } },
});
const reportOf = (...mutants: readonly Mutant[]): Report => ({
  files: { 'src/a.ts': { source: '', mutants } },
});
const statusesIn = ({ files }: Report): readonly string[] =>
  Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));

describe('linesOf', () => {
  it('should name the lines of what nothing finds, once', () => {
    const report = reportOf(
      mutant('Killed', 1),
      mutant('Survived', 2),
      mutant('NoCoverage', 2, 'false'),
      mutant('Survived', 4, '{}', 3),
      mutant('Timeout', 9),
    );

    expect(linesOf(report)).toEqual(['src/a.ts:2-2', 'src/a.ts:4-6']);
  });
});

describe('foundByEither', () => {
  it('should take what the second try says of a mutation that the first did not find', () => {
    const first = reportOf(mutant('Survived', 1), mutant('NoCoverage', 1, 'false'), mutant('Survived', 2));
    const second = reportOf(mutant('Killed', 1, 'false'), mutant('Survived', 1), mutant('Timeout', 2));

    expect(statusesIn(foundByEither(first, second))).toEqual(['Survived', 'Killed', 'Timeout']);
  });

  it('should keep what the first try found, and what the second did not try', () => {
    const first = reportOf(mutant('Killed', 1), mutant('Survived', 2));

    expect(statusesIn(foundByEither(first, reportOf(mutant('Survived', 1))))).toEqual(['Killed', 'Survived']);
    expect(statusesIn(foundByEither(first, { files: {} }))).toEqual(['Killed', 'Survived']);
  });
});
