import { describe, expect, it } from '@jest/globals';
import { labelSelector, OptionsError } from 'rx-informer';

describe('labelSelector from { matchLabels, matchExpressions }', () => {
  it.each<[Parameters<typeof labelSelector>[0], string]>([
    [{ matchLabels: { b: '2', a: '1' } }, 'a=1,b=2'],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['y', 'x'] }] }, 'a in (x,y)'],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['x', 'x'] }] }, 'a in (x,x)'],
    [{ matchExpressions: [{ key: 'a', operator: 'NotIn', values: [''] }] }, 'a notin ()'],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, 'a'],
    [{ matchExpressions: [{ key: 'a', operator: 'DoesNotExist', values: [] }] }, '!a'],
    [{ matchLabels: { a: '1' }, matchExpressions: [{ key: 'a', operator: 'Exists' }] }, 'a=1,a'],
    [{ matchLabels: {}, matchExpressions: [] }, ''],
    [{}, ''],
  ])('should read %j', (spec, printed) => {
    expect(String(labelSelector(spec))).toBe(printed);
  });

  it('should treat a null field as absent, as in Go', () => {
    const spec = { matchLabels: null, matchExpressions: [{ key: 'a', operator: 'Exists', values: null }] };

    expect(String(labelSelector(spec as never))).toBe('a');
    expect(String(labelSelector({ matchLabels: { a: '1' }, matchExpressions: null } as never))).toBe('a=1');
  });

  const expression = (rest: object): object => ({ matchExpressions: [{ key: 'a', ...rest }] });
  it.each([
    [{ matchLabels: { a: 'x y' } }, 'labelSelector: matchLabels.a must be a label value, not "x y"'],
    [{ matchLabels: { '-': 'x' } }, 'labelSelector: matchLabels.- must be a label key, not "-"'],
    [{ matchLabels: { a: 1 } }, 'labelSelector: matchLabels.a must be a string, not 1'],
    [{ matchLabels: [] }, 'labelSelector: matchLabels must be a map of labels, not an array'],
    [{ matchLabel: {} }, "labelSelector: unknown option 'matchLabel'; did you mean 'matchLabels'?"],
    [{ matchExpressions: {} }, 'labelSelector: matchExpressions must be an array, not an object'],
    [
      { matchExpressions: [5] },
      'labelSelector: matchExpressions[0] must be { key, operator, values? }, not 5',
    ],
    [expression({ operator: 'Gt', values: ['1'] }), 'matchExpressions[0].operator must be In, NotIn, Exists'],
    [expression({ operator: 'constructor' }), 'matchExpressions[0].operator must be In, NotIn, Exists'],
    [
      expression({ operator: 'In' }),
      'matchExpressions[0].values must be what its operator takes, not undefined',
    ],
    [expression({ operator: 'Exists', values: ['x'] }), 'the operator exists takes no value'],
    [expression({ operator: 'In', values: 'x' }), 'matchExpressions[0].values must be an array of strings'],
    [
      expression({ operator: 'In', values: ['ok', 'x y'] }),
      'matchExpressions[0].values[1] must be a label value',
    ],
    [
      expression({ operator: 'In', values: ['x'], key: 'a b' }),
      'matchExpressions[0].key must be a label key',
    ],
    [
      expression({ operator: 'In', values: ['x'], key: 5 }),
      'matchExpressions[0].key must be a string, not 5',
    ],
  ])('should refuse %j and name the invalid field', (spec, message) => {
    expect(() => labelSelector(spec as never)).toThrow(OptionsError);
    expect(() => labelSelector(spec as never)).toThrow(message);
  });
});
