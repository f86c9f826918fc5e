import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { fc } from '../../support/properties.ts';
import { fieldSelector, labelSelector } from '../../../src/objects/index.ts';
import { Followers } from '../../../src/apiserver/storage/followers.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const pods = { group: '', version: 'v1', resource: 'pods' };

/**
 * Watches with different selectors. The server finds the watches of some selectors by a value, and checks the other
 * selectors one by one.
 */
const watched = [
  { labels: 'app=web', fields: '' },
  { labels: 'app==api', fields: '' },
  { labels: 'app in (web)', fields: '' },
  { labels: 'app in (api,web)', fields: '' },
  { labels: 'app=', fields: '' },
  { labels: 'app!=web', fields: '' },
  { labels: '!app', fields: '' },
  { labels: 'app=web,tier=front', fields: '' },
  { labels: 'tier=front', fields: 'spec.nodeName=one' },
  { labels: '', fields: 'spec.nodeName=one' },
  { labels: '', fields: 'spec.nodeName=' },
  { labels: '', fields: 'spec.nodeName!=one' },
  { labels: '', fields: 'metadata.name=a,spec.nodeName=one' },
  { labels: 'toString=x', fields: '' },
  { labels: '', fields: '' },
] as const;

const state = fc.record({
  app: fc.constantFrom(undefined, '', 'web', 'api'),
  tier: fc.constantFrom(undefined, 'front'),
  nodeName: fc.constantFrom(undefined, 'one', 'two'),
});
const step = fc.record({
  name: fc.constantFrom('a', 'b'),
  namespace: fc.constantFrom('default', 'kube-system'),
  state: fc.option(state, { nil: undefined }),
});

interface Pod extends KubeObject {
  readonly spec: { readonly nodeName?: string };
}

function podOf({ name, namespace, state }: { name: string; namespace: string; state: object }): Pod {
  const { app, tier, nodeName } = state as Record<string, string | undefined>;
  const labels = { ...(app === undefined ? {} : { app }), ...(tier === undefined ? {} : { tier }) };
  const spec = { containers: [{ name: 'c', image: 'i' }], ...(nodeName === undefined ? {} : { nodeName }) };
  const metadata = { name, namespace, labels, uid: '', resourceVersion: '' };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec };
}

function isIn(pod: Pod | undefined, { labels, fields }: (typeof watched)[number]): boolean {
  if (pod === undefined) return false;
  const { name } = pod.metadata;
  const values = { 'metadata.name': name, 'spec.nodeName': pod.spec.nodeName ?? '' };
  return labelSelector(labels).matches(pod.metadata.labels) && fieldSelector(fields).matches(values);
}

describe('watches by selectors', () => {
  it('should each receive the effect of every write on its selection (P47)', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
        const server = createApiServer({ garbageCollector: false });
        const decoder = new TextDecoder();
        const open = watched.map(({ labels, fields }) => {
          const received: string[] = [];
          const query = {
            watch: 'true',
            resourceVersion: server.resourceVersion,
            ...(labels === '' ? {} : { labelSelector: labels }),
            ...(fields === '' ? {} : { fieldSelector: fields }),
          };
          const following = server.transport.open({ path: '/api/v1/pods', query }).subscribe((bytes) => {
            const { type, object } = JSON.parse(decoder.decode(bytes)) as { type: string; object: Pod };
            received.push(`${type} ${object.metadata.namespace}/${object.metadata.name}`);
          });
          return { received, following };
        });

        const expected = watched.map((): string[] => []);
        const there = new Map<string, Pod>();
        for (const { name, namespace, state } of steps) {
          const key = `${namespace}/${name}`;
          const before = there.get(key);
          // The node of a pod cannot change. To move a pod to another node, the test deletes the pod and creates a new
          // pod.
          const changes: (Pod | undefined)[] = before === undefined ? [] : [undefined];
          if (state !== undefined) changes.push(podOf({ name, namespace, state }));
          for (const pod of changes) {
            const old = there.get(key);
            if (pod === undefined) {
              server.objects.delete(pods, key, { gracePeriodSeconds: 0 });
              there.delete(key);
            } else {
              server.objects.create(pods, pod);
              there.set(key, pod);
            }
            watched.forEach((selector, at) => {
              const [was, is] = [isIn(old, selector), isIn(pod, selector)];
              // The delete of a pod first sets the deletionTimestamp.
              if (was) expected[at]?.push(`MODIFIED ${key}`, `DELETED ${key}`);
              if (is) expected[at]?.push(`ADDED ${key}`);
            });
          }
        }
        expect(open.map(({ received }) => received)).toEqual(expected);
        for (const { following } of open) following.unsubscribe();
      }),
      { numRuns: 30 },
    );
  });

  it('should receive objects that begin and cease to match (P47, P48)', () => {
    const server = createApiServer();
    const received: string[] = [];
    const path = '/api/v1/namespaces/default/configmaps';
    const query = { watch: 'true', labelSelector: 'app=web', resourceVersion: server.resourceVersion };
    const following = server.transport
      .open({ path, query })
      .subscribe((bytes) =>
        received.push((JSON.parse(new TextDecoder().decode(bytes)) as { type: string }).type),
      );
    server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'default' } });
    for (const app of ['web', 'web', 'api', 'web', null]) {
      server.objects.patch(configMaps, 'default/x', {
        metadata: { labels: { app } },
        data: { n: String(Math.random()) },
      });
      server.objects.patch(configMaps, 'default/x', { data: { n: String(received.length) } });
    }

    expect(received).toEqual([
      ...['ADDED', 'MODIFIED', 'MODIFIED', 'MODIFIED', 'DELETED'],
      ...['ADDED', 'MODIFIED', 'DELETED'],
    ]);
    following.unsubscribe();
  });
});

describe('Followers', () => {
  const metadata = { name: 'x', uid: 'x', resourceVersion: '1' };
  const labelled = (app: string) => ({
    kind: 'T',
    apiVersion: 'v1',
    metadata: { ...metadata, labels: { app } },
  });
  const trait = (value: string) => ({
    name: 'label:app',
    value,
    read: (object: { metadata: { labels?: Readonly<Record<string, string>> } }) =>
      object.metadata.labels?.['app'],
  });
  const follower = { note: () => undefined, wake: () => undefined };

  it('should return the watches for the old value and for the new value, and no others', () => {
    const followers = new Followers();
    const [web, api, other] = [{ ...follower }, { ...follower }, { ...follower }];
    followers.add({ prefix: '', key: undefined, trait: trait('web') }, web);
    followers.add({ prefix: '', key: undefined, trait: trait('api') }, api);
    followers.add({ prefix: '', key: undefined, trait: trait('db') }, other);

    const of = (object?: string, previous?: string) =>
      followers.of({
        key: 'a/x',
        object: object === undefined ? undefined : labelled(object),
        previous: previous === undefined ? undefined : labelled(previous),
      });
    expect(of('web', 'api')).toEqual([web, api]);
    expect(of('web', 'web')).toEqual([web]);
    expect(of(undefined, 'api')).toEqual([api]);
    expect(of('none', undefined)).toEqual([]);
    expect(of('web')[0]).toBe(web);
  });

  it('should remove watches that end, but not a new one in the same place', () => {
    const followers = new Followers();
    const part = { prefix: '', key: undefined, trait: trait('web') };
    const event = { key: 'x', object: labelled('web'), previous: undefined };
    const leave = followers.add(part, { ...follower });
    leave();
    expect(followers.of(event)).toEqual([]);

    const second = { ...follower };
    followers.add(part, second);
    leave();
    expect(followers.of(event)).toEqual([second]);
  });
});
