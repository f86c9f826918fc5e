import { equal } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { podsOf } from '../support/pods.ts';

const pod = (name: string, app: string | undefined, ...images: readonly string[]): object => ({
  metadata: { name, labels: app === undefined ? {} : { app } },
  spec: { containers: images.map((image, at) => ({ name: `c${at}`, image })) },
});

/** Checks each query of the index after the first list, and the index after changes. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    const pods = podsOf(namespace);
    await cluster.create(pods, pod('a', 'web', 'web:1', 'proxy:1'));
    await cluster.create(pods, pod('b', 'web', 'web:2', 'proxy:1'));
    await cluster.create(pods, pod('c', 'db', 'db:1'));
    await cluster.create(pods, pod('d', undefined, 'db:1'));
  },
  run: async ({ cluster, namespace, printed, output }) => {
    const pods = podsOf(namespace);
    const keys = (...names: readonly string[]): string =>
      names.map((name) => `${namespace}/${name}`).join(' ');
    await printed(/^web:2: /m);
    await cluster.create(pods, pod('e', 'web', 'web:2'));
    await printed(new RegExp(`^web pods now: ${keys('a', 'b', 'e')}$`, 'm'));
    await cluster.patch(`${pods}/a`, { metadata: { labels: { app: 'old' } } });
    await printed(new RegExp(`^web pods now: ${keys('b', 'e')}$`, 'm'));

    equal(
      output(),
      [
        `in the namespace: ${keys('a', 'b', 'c', 'd')}`,
        'apps: web db',
        'a is a web pod',
        'b is a web pod',
        `of the same app as ${keys('a')}: ${keys('a', 'b')}`,
        `web:1: ${keys('a')}`,
        `proxy:1: ${keys('a', 'b')}`,
        `web:2: ${keys('b')}`,
        `db:1: ${keys('c', 'd')}`,
        `web pods now: ${keys('a', 'b', 'e')}`,
        `web pods now: ${keys('b', 'e')}`,
        '',
      ].join('\n'),
    );
  },
  ends: 'on-interrupt',
};
