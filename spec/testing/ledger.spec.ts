import { describe, expect, it } from '@jest/globals';
import { kubeObject, virtualCluster } from 'rx-informer/testing';

describe('requests$', () => {
  it('should emit a request that a subscriber sends during a notification in order', () => {
    const cluster = virtualCluster();
    const pods = cluster.collection('pods');
    pods.put(kubeObject('a'));
    pods.get('a').subscribe();
    pods.get('a').subscribe();
    const first: string[] = [];
    const second: string[] = [];
    cluster.requests$.subscribe(({ verb }) => {
      first.push(verb);
      // eslint-disable-next-line rxjs-x/no-nested-subscribe -- a request out of a subscriber is what it is about
      if (first.length === 1) pods.delete('a').subscribe();
    });
    cluster.requests$.subscribe(({ verb }) => second.push(verb));

    expect(first).toEqual(['get', 'get', 'delete']);
    expect(second).toEqual(first);
    expect(cluster.requests.map(({ verb }) => verb)).toEqual(first);
  });
});
