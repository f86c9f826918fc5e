import { describe, expect, it } from '@jest/globals';
import { flag, numberAboveZero, oneOf, readOptions, textLike, wholeNumber } from './script-options.ts';

const script = {
  usage: 'npm run thing',
  options: {
    runs: wholeNumber(1),
    objects: wholeNumber(2, 7),
    minutes: numberAboveZero,
    site: oneOf(['embedded', 'real']),
    path: textLike(/^\d+(:\d+)*$/, 'the path that a failure printed'),
  },
};
const needsSite = ({ path, site }: { readonly path: readonly string[]; readonly site: readonly string[] }) =>
  path.length > 0 && site.length === 0 ? '--path needs --site' : undefined;

describe('the options of a script', () => {
  it('should be read, with all values of each in order', () => {
    const args = ['--site', 'real', '--runs', '7', '--minutes=.5', '--site', 'embedded', '--path', '1:0'];

    expect(readOptions(script, args, needsSite)).toEqual({
      runs: [7],
      objects: [],
      minutes: [0.5],
      site: ['real', 'embedded'],
      path: ['1:0'],
    });
    expect(readOptions(script, [], needsSite)).toEqual({
      runs: [],
      objects: [],
      minutes: [],
      site: [],
      path: [],
    });
  });

  it('should be flags if they have no value', () => {
    const quick = { usage: 'npm run thing', options: { quick: flag, runs: wholeNumber(1) } };

    expect(readOptions(quick, ['--quick', '--runs', '2'])).toEqual({ quick: [true], runs: [2] });
    expect(readOptions(quick, [])).toEqual({ quick: [], runs: [] });
    expect(() => readOptions(quick, ['--quick=2'])).toThrow("'--quick' does not take an argument");
  });

  it('should include positional arguments', () => {
    const rooms = {
      usage: 'npm run thing',
      options: { room: oneOf(['hall', 'cellar']), quick: flag },
      positional: 'room',
    } as const;

    expect(readOptions(rooms, ['cellar', '--quick', 'hall'])).toEqual({
      room: ['cellar', 'hall'],
      quick: [true],
    });
    expect(() => readOptions(rooms, ['roof'])).toThrow("ROOM is one of hall, cellar, not 'roof'");
    expect(() => readOptions(rooms, ['--room', 'hall'])).toThrow("Unknown option '--room'");
  });

  it.each([
    [['--runs', 'abc'], "--runs is a whole number from 1, not 'abc'"],
    [['--runs=-5'], "--runs is a whole number from 1, not '-5'"],
    [['--runs', '0'], "--runs is a whole number from 1, not '0'"],
    [['--runs', ''], "--runs is a whole number from 1, not ''"],
    [['--runs', '1e400'], "--runs is a whole number from 1, not '1e400'"],
    [['--minutes', '0'], "--minutes is a number above 0, not '0'"],
    [['--minutes', 'Infinity'], "--minutes is a number above 0, not 'Infinity'"],
    [['--site', 'moon'], "--site is one of embedded, real, not 'moon'"],
    [['--path', 'x:1', '--site', 'real'], "--path is the path that a failure printed, not 'x:1'"],
    [['--path', '1'], '--path needs --site'],
    [['--runs', '-5'], "--runs is a whole number from 1, not '-5'"],
    [['--objects', '8'], "--objects is a whole number from 2 to 7, not '8'"],
    [['--run', '5'], "Unknown option '--run'"],
    [['5'], "Unexpected argument '5'"],
  ])('should be refused: %j', (args, says) => {
    expect(() => readOptions(script, args, needsSite)).toThrow(says);
  });
});
