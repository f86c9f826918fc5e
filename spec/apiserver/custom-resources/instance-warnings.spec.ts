import { describe, expect, it } from '@jest/globals';
import { instanceWarnings } from '../../../src/apiserver/custom-resources/instance-warnings.ts';

describe('instanceWarnings', () => {
  it.each([
    ['nodomain', ' to avoid'],
    ['a.example', ' including a path (/) to avoid'],
  ])('should suggest a better name for the finalizer %s', (name, words) => {
    expect(instanceWarnings({ metadata: { finalizers: [name, 'a.example/x', 'orphan'] } })).toEqual([
      `metadata.finalizers: "${name}": prefer a domain-qualified finalizer name${words} accidental conflicts with other finalizer writers`,
    ]);
  });
});
