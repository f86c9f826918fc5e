import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { NewestOfEach } from '../../../src/views/machine/newest-of-each.ts';
import { change, line } from '../../support/things.ts';

const told = (...lines: readonly string[]): readonly string[] => {
  const newest = new NewestOfEach<KubeObject>();
  for (const text of lines) newest.add(change(text));
  return [...newest.take().values()].map(line);
};

describe('NewestOfEach', () => {
  it('should keep the newest of each key', () => {
    expect(told('updated a@1 a@2 watch', 'updated b@1 b@3 watch', 'updated a@2 a@4 relist')).toEqual([
      'updated a@2 a@4 relist',
      'updated b@1 b@3 watch',
    ]);
    expect(told('updated a@1 a@2 watch', 'deleted a@3 watch')).toEqual(['deleted a@3 watch']);
  });

  it('should keep an add as one, in its place, whatever its object becomes', () => {
    expect(told('added a@1 initial', 'added b@2 initial', 'updated a@1 a@3 watch')).toEqual([
      'added a@3 initial',
      'added b@2 initial',
    ]);
  });

  it('should put behind what came meanwhile a key that went and came again', () => {
    expect(told('added a@1 initial', 'added b@2 watch', 'deleted a@3 watch', 'added a@4#2 watch')).toEqual([
      'added b@2 watch',
      'added a@4#2 watch',
    ]);
  });

  it('should give out each change once', () => {
    const newest = new NewestOfEach<KubeObject>();
    newest.add(change('added a@1 watch'));
    const first = newest.take();
    newest.add(change('updated a@1 a@2 watch'));

    expect([...first.values()].map(line)).toEqual(['added a@1 watch']);
    expect([...newest.take().values()].map(line)).toEqual(['updated a@1 a@2 watch']);
    expect(newest.take().size).toBe(0);
  });
});
