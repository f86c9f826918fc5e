import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../../src/cli/command-error.ts';
import { compareVersions, definitionOf } from '../../../../src/cli/types/generate/definition.ts';
import { crd, definition, version } from './crd.ts';

const where = 'crd.yaml, document 2';
const problemOf = (object: Readonly<Record<string, unknown>>): CommandError => {
  try {
    definitionOf({ where, object });
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error('no error');
};

describe('definitionOf', () => {
  it('should return the parts of a definition', () => {
    expect(definition({ scope: 'Cluster' })).toMatchObject({
      name: 'widgets.example.com',
      group: 'example.com',
      kind: 'Widget',
      plural: 'widgets',
      namespaced: false,
      versions: [{ name: 'v1', schema: { type: 'object' } }],
    });
  });

  it('should leave out the versions that are not served', () => {
    const versions = [version('v2', {}, { served: false }), version('v1', {})];

    expect(definition({ versions }).versions.map(({ name }) => name)).toEqual(['v1']);
    expect(
      definitionOf({ where, object: crd({ versions: [version('v1', {}, { served: false })] }) }),
    ).toBeUndefined();
  });

  it('should keep a version without a schema', () => {
    for (const schema of [undefined, {}, { openAPIV3Schema: null }])
      expect(definition({ versions: [version('v1', {}, { schema })] }).versions).toEqual([{ name: 'v1' }]);
  });

  it('should keep the deprecation of a version', () => {
    const parts = { deprecated: true, deprecationWarning: 'Use v2.' };
    const [first] = definition({ versions: [version('v1', {}, parts)] }).versions;
    const [plain] = definition({ versions: [version('v1', {}, { deprecated: true })] }).versions;

    expect(first.deprecated).toBe('Use v2.');
    expect(plain.deprecated).toBe('The API group deprecates this version.');
  });

  it('should refuse v1beta1, and say what to do', () => {
    const { message, hints } = problemOf({ ...crd(), apiVersion: 'apiextensions.k8s.io/v1beta1' });

    expect(message).toBe(
      `${where} (widgets.example.com): its apiVersion is "apiextensions.k8s.io/v1beta1"; allowed: apiextensions.k8s.io/v1`,
    );
    expect(hints.join('\n')).toMatch(/Kubernetes 1\.22 removed v1beta1\..*\n.*kubectl get crd/);
  });

  it.each([
    [{ ...crd(), apiVersion: 'v1' }, 'its apiVersion is "v1"; allowed: apiextensions.k8s.io/v1'],
    [{ ...crd(), spec: null }, 'spec is null, and has to be an object'],
    [crd({ group: '-' }), 'spec.group is "-"; allowed'],
    [crd({ kind: 'a"b' }), 'spec.names.kind is "a\\"b"; allowed'],
    [crd({ plural: '../a' }), 'spec.names.plural is "../a"; allowed'],
    [crd({ scope: 'Namespace' }), 'spec.scope is "Namespace"; allowed: Namespaced, Cluster'],
    [crd({ versions: [version("v1'", {})] }), 'spec.versions[0]: name is "v1\'"; allowed'],
    [crd({ versions: [version('v1', { a: { $ref: '#/b' } })] }), 'openAPIV3Schema.properties.a has the $ref'],
  ])('should refuse a definition that the API server refuses (%#)', (object, problem) => {
    expect(problemOf(object).message).toContain(problem);
  });
});

describe('compareVersions', () => {
  it('should sort versions as the API server prefers them', () => {
    const sorted = [
      'v10',
      'v2',
      'v1',
      'v11beta2',
      'v10beta3',
      'v3beta1',
      'v12alpha1',
      'v11alpha2',
      'foo1',
      'foo10',
    ];

    expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
  });
});
