import { describe, expect, it } from '@jest/globals';
import { titlesOf } from '../../../src/cli/live/titles.ts';

describe('titlesOf', () => {
  const target = (resource: string, group = '') => ({
    resource: { group, version: 'v1', resource },
    scope: {},
  });

  it('should add the group if another collection has the same name', () => {
    expect(titlesOf([target('events'), target('events', 'events.k8s.io'), target('pods')])).toEqual([
      'events',
      'events.events.k8s.io',
      'pods',
    ]);
  });

  it('should be one line without control characters, for any name of a collection', () => {
    expect(titlesOf([target('pods\n\u001b[2J\u2028x')])).toEqual(['pods [2J x']);
  });

  it('should not exceed the width of a terminal', () => {
    expect(titlesOf([target('p'.repeat(5_000))])).toEqual([`${'p'.repeat(1_000)}…`]);
  });
});
