import { describe, expect, it } from '@jest/globals';
import { acceptNames } from '../../../src/apiserver/custom-resources/accept-names.ts';
import type { Definition, DefinitionNames } from '../../../src/apiserver/custom-resources/definition.ts';

const asked = { plural: 'as', singular: 'a', shortNames: ['x', 'y'], kind: 'A', listKind: 'AList' };

function accepted(
  acceptedNames: Partial<DefinitionNames>,
  taken: { readonly resources?: readonly string[]; readonly kinds?: readonly string[] },
): Partial<DefinitionNames> {
  const definition = { spec: { names: asked }, status: { acceptedNames } } as unknown as Definition;
  const { resources = [], kinds = [] } = taken;
  return acceptNames(definition, { resources: new Set(resources), kinds: new Set(kinds) }, '').acceptedNames;
}

describe('acceptNames()', () => {
  const before = { plural: 'bs', singular: 'b', shortNames: ['z'], kind: 'B', listKind: 'BList' };
  const taken = { resources: ['as', 'a', 'y'], kinds: ['A', 'AList'] };

  it('should keep the names in the status if other resources have those of the spec', () => {
    expect(accepted(before, taken)).toEqual(before);
  });

  it('should not keep a name of the status that another resource has', () => {
    const also = {
      resources: [...taken.resources, 'bs', 'b', 'z'],
      kinds: [...taken.kinds, 'B', 'BList'],
    };
    expect(accepted(before, also)).toEqual({ plural: '', kind: '' });
    expect(accepted(asked, taken)).toEqual({ plural: '', kind: '' });
  });
});
