import { describe, expect, it } from '@jest/globals';
import { checkDefinitionSize } from '../../../src/apiserver/registry/check-definition-size.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';

const definitions = [...builtInResources()]
  .map((one) => resourceOf(one))
  .filter(({ resource }) => resource === 'customresourcedefinitions');

function check(definition: object): string {
  try {
    for (const resource of definitions) checkDefinitionSize(resource, definition);
    return 'good';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const versions = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ name: `v${at}` }));
const names = (count: number, length: number): readonly string[] =>
  Array.from({ length: count }, () => 'n'.repeat(length));

describe('checkDefinitionSize()', () => {
  it('should refuse more than a hundred versions', () => {
    expect(definitions).toHaveLength(1);
    expect(check({ spec: { versions: versions(100) } })).toBe('good');
    expect(check({ spec: { versions: versions(101) } })).toMatch(/more than 100 versions/);
  });

  it.each(['shortNames', 'categories'])('should refuse too many %s, in spec and status', (member) => {
    const spec = (given: unknown, count = 1): object => ({
      spec: { names: { [member]: given }, versions: versions(count) },
    });
    const status = (given: unknown): object => ({
      spec: { versions: versions(1) },
      status: { acceptedNames: { [member]: given } },
    });

    expect(check(spec(names(100, 10), 100))).toBe('good');
    expect(check(spec(names(101, 1)))).toMatch(`more than 100 ${member}`);
    expect(check(status(names(101, 1)))).toMatch(`more than 100 ${member}`);
    expect(check(spec(names(100, 11), 100))).toMatch(/more than 100000 characters/);
    expect(check(spec('no list'))).toBe('good');
  });
});
