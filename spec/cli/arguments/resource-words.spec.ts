import { describe, expect, it } from '@jest/globals';
import { resourceWords } from '../../../src/cli/arguments/resource-words.ts';
import { CommandError } from '../../../src/cli/command-error.ts';

describe('resourceWords', () => {
  it('should read one and several, and single objects', () => {
    expect(resourceWords('pods')).toEqual([{ name: 'pods' }]);
    expect(resourceWords('po,deployments.v1.apps, nodes/a')).toEqual([
      { name: 'po' },
      { name: 'deployments.v1.apps' },
      { name: 'nodes', object: 'a' },
    ]);
  });

  it.each(['', ',', 'pods,', 'pods,,nodes', '/a', 'pods/', 'pods/a/b', 'pods nodes', '../x/y'])(
    'should refuse %j',
    (text) => {
      expect(() => resourceWords(text)).toThrow(CommandError);
      expect(() => resourceWords(text)).toThrow('is no list of resources');
    },
  );
});
