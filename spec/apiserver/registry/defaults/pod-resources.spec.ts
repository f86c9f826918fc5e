import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../../src/apiserver/json.ts';
import { withPodResources } from '../../../../src/apiserver/registry/defaults/pod-resources.ts';

describe('withPodResources', () => {
  it.each([100, 1_000])('should read the requests of %i containers only a few times each', (count) => {
    let reads = 0;
    const names = Array.from({ length: count }, (_, at) => [`example.com/r${at}`, '1'] as const);
    const requestsOf = (requests: Json): Json =>
      new Proxy(requests, {
        get: (target, name: string) => {
          reads++;
          return target[name];
        },
      });
    const containers = names.map(([name], at) => ({
      name,
      resources: { requests: requestsOf(at === 0 ? Object.fromEntries(names) : { cpu: '100m' }) },
    }));

    const pod = withPodResources({ spec: { resources: { limits: { cpu: '1k' } }, containers } });

    expect(pod).toMatchObject({
      spec: { resources: { requests: { cpu: count === 100 ? '9900m' : '99900m' } } },
    });
    expect(reads / count).toBeLessThan(10);
  });

  it('should sum cpu and memory of the remaining containers, and no other name', () => {
    const one = (requests: Json, more: Json = {}): Json => ({ resources: { requests }, ...more });
    const pod = withPodResources({
      spec: {
        resources: { limits: { cpu: '8', 'hugepages-2Mi': '4Mi' } },
        containers: [one({ cpu: '1', memory: '1Gi', 'example.com/a': '1' }), one({ memory: '1Gi' })],
        initContainers: [one({ cpu: '1' }, { restartPolicy: 'Always' }), one({ cpu: '5' })],
      },
    });

    expect(pod).toMatchObject({
      spec: { resources: { requests: { cpu: '2', memory: '2Gi', 'hugepages-2Mi': '4Mi' } } },
    });
    expect(JSON.stringify((pod['spec'] as Json)['resources'])).not.toContain('example.com');
  });
});
