import { describe, expect, it } from '@jest/globals';
import { parseYaml } from '../../../src/apiserver/http/parse-yaml.ts';

/** The values that sigs.k8s.io/yaml 1.6.0 with go.yaml.in/yaml/v2 2.4.3 reads. */
const ofGo: readonly (readonly [text: string, value: number | string])[] = [
  ['0O17', 15],
  ['0X1F', 31],
  ['0B11', 3],
  ['0o1_7', 15],
  ['-0o17', -15],
  ['+0o17', 15],
  ['0o18', '0o18'],
  ['0b2', '0b2'],
  ['0b-11', -3],
  ['-0b-11', '-0b-11'],
  ['0b', '0b'],
  ['0x_', '0x_'],
  ['0_x1F', 31],
  ['1_', 1],
  ['-_1', -1],
  ['_1', '_1'],
  ['017', 15],
  ['-017', -15],
  ['08', 8],
  ['-0', 0],
  ['-0.0', 0],
  ['1e3', 1000],
  ['1.e+3', 1000],
  ['.5', 0.5],
  ['+.5', 0.5],
  ['.', '.'],
  ['-.', '-.'],
  ['._5', '._5'],
  ['.1_0', 0.1],
  ['.5_', '.5_'],
  ['.5e', '.5e'],
  ['e5', 'e5'],
  ['1_0e1_0', 100000000000],
  ['1e400', '1e400'],
  ['.1e400', '.1e400'],
  ['1e-400', 0],
  ['0xFFFFFFFFFFFFFFFF', 18446744073709552000],
  ['+0xFFFFFFFFFFFFFFFF', '+0xFFFFFFFFFFFFFFFF'],
  ['-0x8000000000000000', -9223372036854776000],
  ['-0x8000000000000001', '-0x8000000000000001'],
  ['0x10000000000000000', '0x10000000000000000'],
  ['01777777777777777777777', 18446744073709552000],
  ['02777777777777777777777', 2.777777777777778e21],
  ['-01777777777777777777777', -1.7777777777777778e21],
  ['0x1p3', '0x1p3'],
  ['+.nan', '+.nan'],
  ['+Inf', '+Inf'],
  ['.iNf', '.iNf'],
  ['2001-01-01', '2001-01-01'],
  ['1:30', '1:30'],
];

describe('numbers in YAML', () => {
  it.each(ofGo)('should read %s as %j, like the YAML library of Go', (text, value) => {
    expect(parseYaml(`a: ${text}`)).toEqual({ a: value });
    expect(parseYaml(`[${text}]`)).toEqual([value]);
  });

  it('should read many digits in a short time', () => {
    const digits = '7'.repeat(2_000_000);

    expect(parseYaml(`[0x${digits}, ${digits}]`)).toEqual([`0x${digits}`, digits]);
    expect(parseYaml(`0x${'0'.repeat(2_000_000)}1`)).toBe(1);
  });
});
