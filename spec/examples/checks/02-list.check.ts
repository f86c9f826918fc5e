import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/** Checks that five pods arrive in pages of two, and that all pages have the same resourceVersion. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await cluster.create(podsOf(namespace), pod(name));
    await cluster.patch(`${podsOf(namespace)}/d/status`, { status: { phase: 'Running' } });
  },
  run: async ({ ended, output, requests, namespace }) => {
    await ended;

    deepEqual(
      output()
        .replace(/version \d+$/m, 'version …')
        .split('\n'),
      [
        'a page of 2, 3 to come',
        '  a Pending web:1',
        '  b Pending web:1',
        'a page of 2, 1 to come',
        '  c Pending web:1',
        '  d Running web:1',
        'a page of 1, 0 to come',
        '  e Pending web:1',
        '5 pods, as they were at version …',
        '',
      ],
    );
    deepEqual(
      requests.map((request) => request.replace(/continue=[^&]+/, 'continue=…')),
      [
        `GET ${podsOf(namespace)}?limit=2`,
        `GET ${podsOf(namespace)}?limit=2&continue=…`,
        `GET ${podsOf(namespace)}?limit=2&continue=…`,
      ],
    );
  },
  ends: 'by-itself',
};
