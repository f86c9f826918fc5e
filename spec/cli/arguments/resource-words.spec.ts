import { describe, expect, it } from '@jest/globals';
import { resourceWords } from '../../../src/cli/arguments/resource-words.ts';
import { CommandError } from '../../../src/cli/command-error.ts';

describe('resourceWords', () => {
  it('should read one or several resources, and single objects', () => {
    expect(resourceWords('pods')).toStrictEqual([{ name: 'pods' }]);
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
      expect(() => resourceWords(text)).toThrow(
        expect.objectContaining({
          message: `${JSON.stringify(text)} is not a list of resources`,
          hints: ['As in: pods   pods,deployments.apps,nodes   pods/web-1'],
        }),
      );
      expect(() => resourceWords(`${'p'.repeat(100)},`)).toThrow(/^"p{80}" is not a list/);
    },
  );
});
