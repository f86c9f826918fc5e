import { describe, expect, it } from '@jest/globals';
import { asDecoded } from '../../../src/apiserver/schema/as-decoded.ts';
import { builtInSchema } from '../../../src/apiserver/schema/built-in-schema.ts';
import { emptyStruct } from '../../../src/apiserver/schema/empty-struct.ts';

const schemaOf = (apiVersion: string, kind: string): NonNullable<ReturnType<typeof builtInSchema>> => {
  const schema = builtInSchema(apiVersion, kind);
  if (schema === undefined) throw new Error(kind);
  return schema;
};
const configMap = schemaOf('v1', 'ConfigMap');
const deployment = schemaOf('apps/v1', 'Deployment');

describe('asDecoded', () => {
  it.each([
    ['null is absent', { data: null, immutable: null }, {}],
    ['an empty map and an empty list are absent', { data: {}, binaryData: {} }, {}],
    [
      'null in a map of strings is the empty string',
      { data: { a: null, b: '' } },
      { data: { a: '', b: '' } },
    ],
    [
      'the metadata have their own rules',
      { metadata: { managedFields: [] } },
      { metadata: { managedFields: [] } },
    ],
  ])('should handle that %s', (_, given, expected) => {
    expect(asDecoded(configMap, given)).toEqual(expected);
  });

  it('should use the empty value of the type for null in a list', () => {
    const role = schemaOf('rbac.authorization.k8s.io/v1', 'ClusterRole');
    const rules = [null, { verbs: ['get', null], apiGroups: [''], resources: ['pods'] }];

    expect(asDecoded(role, { rules })).toEqual({
      rules: [{ verbs: null }, { verbs: ['get', ''], apiGroups: [''], resources: ['pods'] }],
    });
  });

  it('should add structs that are not pointers, and keep pointers to empty structs', () => {
    const spec = {
      selector: {},
      template: {
        spec: { containers: [{ name: 'a', securityContext: {} }], volumes: [{ name: 'v', emptyDir: {} }] },
      },
    };

    expect(asDecoded(deployment, { spec })).toEqual({
      spec: {
        selector: {},
        strategy: {},
        template: {
          metadata: {},
          spec: {
            containers: [{ name: 'a', resources: {}, securityContext: {} }],
            volumes: [{ name: 'v', emptyDir: {} }],
          },
        },
      },
      status: {},
    });
  });

  it('should be idempotent', () => {
    const once = asDecoded(deployment, { spec: { template: { spec: { containers: [] } } } });

    expect(asDecoded(deployment, once)).toEqual(once);
    expect(once).toMatchObject({ spec: { template: { spec: { containers: [] } } } });
  });
});

describe('emptyStruct', () => {
  it('should contain the zero value of a Go type', () => {
    expect(emptyStruct(configMap)).toEqual({ metadata: {} });
    expect(emptyStruct(deployment)).toEqual({
      metadata: {},
      spec: { selector: null, strategy: {}, template: { metadata: {}, spec: { containers: null } } },
      status: {},
    });
    expect(emptyStruct(schemaOf('v1', 'Service'))).toMatchObject({ status: { loadBalancer: {} } });
  });
});
