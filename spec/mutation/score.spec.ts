import { describe, expect, it } from '@jest/globals';
import { merged, percent, type Report, resultOf, survivingPlaces } from './score.ts';

const mutant = (status: string, line: number, replacement = 'true') => ({
  status,
  replacement,
  location: { start: { line, column: 1 }, end: { line, column: 9 } },
});

const report: Report = {
  files: {
    'src/a/operator.ts': {
      source: "import { of } from 'rxjs';\n  if (x) go();\n",
      mutants: [mutant('Killed', 2), mutant('Timeout', 2), mutant('Survived', 2, 'false')],
    },
    'src/a/machine/state.ts': {
      source: 'one();\ntwo();',
      mutants: [
        mutant('RuntimeError', 1),
        mutant('NoCoverage', 2),
        mutant('CompileError', 2),
        mutant('Ignored', 2),
      ],
    },
  },
};

describe('resultOf', () => {
  it('should count the detected mutations of the folder, and those of its files that import RxJS', () => {
    const { room, operators, survivors, equivalent } = resultOf(report, []);

    expect({ room, operators, equivalent }).toEqual({
      room: { found: 3, all: 5 },
      operators: { found: 2, all: 3 },
      equivalent: 0,
    });
    expect(survivors).toEqual([
      { file: 'src/a/operator.ts', line: 2, text: 'if (x) go();', replacement: 'false' },
      { file: 'src/a/machine/state.ts', line: 2, text: 'two();', replacement: 'true' },
    ]);
  });

  it('should omit equivalent mutations, by file, line and replacement', () => {
    const one = { file: 'src/a/operator.ts', line: 'if (x) go();', replacement: 'false', reason: 'never' };

    expect(resultOf(report, [one])).toMatchObject({ operators: { found: 2, all: 2 }, equivalent: 1 });
    expect(resultOf(report, [{ ...one, replacement: 'true' }])).toMatchObject({ equivalent: 0 });
    expect(resultOf(report, [{ ...one, file: 'src/b.ts' }])).toMatchObject({ equivalent: 0 });
  });

  it('should not count an equivalent mutation that a spec detects', () => {
    const found = { file: 'src/a/operator.ts', line: 'if (x) go();', replacement: 'true', reason: 'never' };

    expect(resultOf(report, [found])).toMatchObject({ room: { found: 3, all: 5 }, equivalent: 0 });
  });
});

describe('survivingPlaces', () => {
  it('should be the places of undetected mutations, without equivalent ones', () => {
    expect(survivingPlaces(report, [])).toEqual([
      'src/a/operator.ts:2:0-2:8',
      'src/a/machine/state.ts:2:0-2:8',
    ]);
    const one = { file: 'src/a/operator.ts', line: 'if (x) go();', replacement: 'false', reason: 'never' };
    expect(survivingPlaces(report, [one])).toEqual(['src/a/machine/state.ts:2:0-2:8']);
  });
});

describe('merged', () => {
  it('should replace the result of a mutation by the later report, and keep the others', () => {
    const later: Report = {
      files: {
        'src/a/operator.ts': { source: '', mutants: [mutant('Killed', 2, 'false'), mutant('Survived', 7)] },
      },
    };

    expect(resultOf(merged(report, later), [])).toMatchObject({
      room: { found: 4, all: 5 },
      operators: { found: 3, all: 3 },
    });
  });
});

describe('percent', () => {
  it('should be the share of all mutations, and 100 without mutations', () => {
    expect(percent({ found: 3, all: 4 })).toBe(75);
    expect(percent({ found: 0, all: 0 })).toBe(100);
  });
});
