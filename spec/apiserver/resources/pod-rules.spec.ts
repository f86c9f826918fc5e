import { describe, expect, it } from '@jest/globals';
import { podRules } from '../../../src/apiserver/resources/pod-rules.ts';
import { countReads } from '../support/count-reads.ts';

describe('podRules', () => {
  const containers = [{ name: 'a', image: 'x' }];
  const podOf = (tolerations: readonly object[]): object => ({ spec: { containers, tolerations } });
  const tolerationsOf = (count: number): readonly { readonly key: string; readonly operator: string }[] =>
    Array.from({ length: count }, (_, at) => ({ key: `k${at}`, operator: 'Exists' }));
  const forbidden = 'existing toleration can not be modified except its tolerationSeconds';

  it.each([100, 1_000])('should read each of %i reordered tolerations only a few times', (count) => {
    const tolerations = tolerationsOf(count);
    const { objects, reads } = countReads(tolerations.toReversed(), 'key');

    expect(podRules({ ...podOf(objects) }, podOf(tolerations) as never)).toEqual([]);
    expect(reads() / count).toBeLessThan(10);
  });

  it('should find a toleration for any order of its members and any tolerationSeconds', () => {
    const next = [{ operator: 'Exists', key: 'k0', tolerationSeconds: 5 }];
    const old = [{ key: 'k0', operator: 'Exists', tolerationSeconds: 9 }];

    expect(podRules({ ...podOf(next) }, podOf(old) as never)).toEqual([]);
  });

  it('should refuse a pod without an earlier toleration', () => {
    const [first, ...others] = tolerationsOf(3);
    const changed = [{ ...first, operator: 'Equal' }, ...others];

    expect(podRules({ ...podOf(changed) }, podOf(tolerationsOf(3)) as never)).toMatchObject([
      { field: 'spec.tolerations', message: `Forbidden: ${forbidden}` },
    ]);
  });

  it('should accept a projected token without a service account, which admission sets on usual clusters', () => {
    const sources = [{ serviceAccountToken: { path: 'token', expirationSeconds: 3600 } }];
    const volumes = [{ name: 'token', projected: { defaultMode: 420, sources } }];
    const [container] = containers;
    const spec = {
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      containers: [{ ...container, imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }],
      volumes,
    };

    expect(podRules({ metadata: { name: 'p' }, spec }, undefined)).toEqual([]);
  });
});
