import { describe, expect, it } from '@jest/globals';
import { builtInSchema } from '../../../src/apiserver/schema/built-in-schema.ts';
import { typeProblem } from '../../../src/apiserver/schema/type-problem.ts';

const of = (apiVersion: string, kind: string, object: object): string | undefined =>
  typeProblem(builtInSchema(apiVersion, kind) ?? {}, { ...object }, kind);

describe('typeProblem', () => {
  it('should report an unreadable value with the message of Go', () => {
    expect(of('v1', 'ConfigMap', { data: { a: 1 } })).toBe(
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    );
    expect(of('v1', 'Pod', { spec: { containers: {} } })).toBe(
      'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
    );
    expect(of('apps/v1', 'Deployment', { spec: { replicas: 1.5 } })).toBe(
      'json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32',
    );
  });

  it('should accept values that Go reads in several forms', () => {
    expect(
      of('v1', 'Pod', {
        spec: {
          containers: [
            {
              name: 'a',
              resources: { limits: { cpu: 1, memory: '1Gi' } },
              livenessProbe: { httpGet: { port: 80 } },
              readinessProbe: { httpGet: { port: 'http' } },
            },
          ],
          nodeSelector: null,
        },
      }),
    ).toBeUndefined();
  });
});
