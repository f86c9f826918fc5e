import { describe, expect, it } from '@jest/globals';
import { definitionSchema } from '../../../src/apiserver/schema/built-in-schema.ts';
import { canonicalText, textProblem } from '../../../src/apiserver/schema/go-text.ts';

const bytes = { type: 'string', format: 'byte' } as const;
const time = definitionSchema('io.k8s.apimachinery.pkg.apis.meta.v1.Time');
const micro = definitionSchema('io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime');
const badTime = (text: string, rest: string, element: string): string =>
  `parsing time "${text}" as "2006-01-02T15:04:05Z07:00": cannot parse "${rest}" as "${element}"`;

describe('textProblem', () => {
  it.each([
    ['!', 0],
    ['b', 0],
    ['YQ', 0],
    ['YWJj!', 4],
    ['YWJjYQ', 4],
    ['Y===', 1],
    ['YQ=', 3],
    ['YQ==YQ==', 4],
  ])('should report that %s is not base64 from byte %i on', (text, at) => {
    expect(textProblem(bytes, text)).toBe(`illegal base64 data at input byte ${at}`);
  });

  it.each(['', 'YQ==', 'YWI=', 'YWJj', 'YW\nJj\r\n'])('should accept %j as base64', (text) => {
    expect(textProblem(bytes, text)).toBeUndefined();
  });

  it.each([
    ['nonsense', badTime('nonsense', 'nonsense', '2006')],
    ['', badTime('', '', '2006')],
    ['2020-01-01 00:00:00Z', badTime('2020-01-01 00:00:00Z', ' 00:00:00Z', 'T')],
    ['2020-01-01T00:00:00', badTime('2020-01-01T00:00:00', '', 'Z07:00')],
    ['2020-01-01T00:00:00Zx', 'parsing time "2020-01-01T00:00:00Zx": extra text: "x"'],
    ['2020-13-01T00:00:00Z', 'parsing time "2020-13-01T00:00:00Z": month out of range'],
    ['2021-02-29T00:00:00Z', 'parsing time "2021-02-29T00:00:00Z": day out of range'],
    ['2021-02-28T24:00:00Z', 'parsing time "2021-02-28T24:00:00Z": hour out of range'],
    ...[
      ['2024-01-01T00:00:00+99:99', 'time zone offset minute'],
      ['2024-01-01T00:00:00-12:61', 'time zone offset minute'],
      ['2024-02-31T00:00:00+25:00', 'time zone offset hour'],
      ['2024-01-01T00:61:00+25:00', 'minute'],
      ['9999-12-31T23:59:59-00:01', 'year'],
      ['0000-01-01T00:00:00+00:01', 'year'],
    ].map(([text = '', what]) => [text, `parsing time "${text}": ${what} out of range`] as const),
  ])('should explain why %j is not a time', (text, why) => {
    expect(textProblem(time, text)).toBe(why);
  });

  it.each(['0000-02-29T00:00:00Z', '9999-12-31T23:59:59Z', '2024-01-01T00:00:00-24:60'])(
    'should read %j as a time',
    (text) => {
      expect(textProblem(time, text)).toBeUndefined();
      expect(textProblem(time, canonicalText(time, text))).toBeUndefined();
    },
  );

  it('should check the range of times in microseconds', () => {
    expect(textProblem(micro, '2024-01-01T00:00:00.000000+25:00')).toMatch(
      /time zone offset hour out of range$/,
    );
    expect(textProblem(micro, '9999-12-31T23:59:59.000000-23:59')).toMatch(/year out of range$/);
  });

  const quantity = definitionSchema('io.k8s.apimachinery.pkg.api.resource.Quantity');

  it.each([
    ['', /^quantities must match/],
    ['lots', /^quantities must match/],
    ['1 Gi', /^quantities must match/],
    ['1Gix', /^quantities must match/],
    ['1.2.3', /^quantities must match/],
    ['1GM', /^unable to parse quantity's suffix$/],
    ['1e', /^unable to parse quantity's suffix$/],
  ])('should explain why %j is not a quantity', (text, why) => {
    expect(textProblem(quantity, text)).toMatch(why);
  });

  it.each(['0', '1', ' 1Gi ', '-5m', '.5', '1.', '+1E3', '1e-3', '12E', '100n', '+', 'm', '-.'])(
    'should read %j as a quantity',
    (text) => {
      expect(textProblem(quantity, text)).toBeUndefined();
    },
  );

  it('should require microseconds if the type has them', () => {
    expect(textProblem(micro, '2020-01-01T00:00:00.123456Z')).toBeUndefined();
    expect(textProblem(micro, '2020-01-01T00:00:00Z')).toBe(
      'parsing time "2020-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
    );
  });
});

describe('canonicalText', () => {
  it.each([
    ['bytes without line ends', bytes, 'YW\nJj\n', 'YWJj'],
    ['bytes without idle bits', bytes, 'YR==', 'YQ=='],
    ['a time in UTC', time, '2020-01-01T01:00:00+02:00', '2019-12-31T23:00:00Z'],
    ['a time with an offset of a day', time, '2024-01-01T00:00:00+24:00', '2023-12-31T00:00:00Z'],
    ['a time with an offset of 60 minutes', time, '2024-01-01T00:00:00-12:60', '2024-01-01T13:00:00Z'],
    ['a time of the first century', time, '0099-03-01T00:00:00+01:00', '0099-02-28T23:00:00Z'],
    ['a time in seconds', time, '2020-01-01T01:00:00.987Z', '2020-01-01T01:00:00Z'],
    ['a time in microseconds', micro, '2020-01-01T01:00:00.987654+01:00', '2020-01-01T00:00:00.987654Z'],
    ['any other text unchanged', { type: 'string' } as const, 'YR==', 'YR=='],
  ])('should write %s', (_, schema, given, expected) => {
    expect(canonicalText(schema, given)).toBe(expected);
  });
});
