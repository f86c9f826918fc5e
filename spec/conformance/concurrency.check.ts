import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch, put, remove } from './support/client.ts';
import { configMap, done, createTestNamespace } from './support/test-namespace.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('concurrency', () => {
  check('P122', 'forty simultaneous patches are all applied', async () => {
    const { configMaps } = await createTestNamespace();

    const answers = await Promise.all(
      numbers(40).map((n) => patch(`${configMaps}/c1`, 'merge', { data: { [`k${n}`]: String(n) } })),
    );

    expect(answers.map(({ status }) => status)).toEqual(numbers(40).map(() => 200));
    expect(done(await get(`${configMaps}/c1`)).data).toEqual({
      k: 'v',
      ...Object.fromEntries(numbers(40).map((n) => [`k${n}`, String(n)])),
    });
  });

  check('P123', 'one of ten updates of one version succeeds, and one of five deletes', async () => {
    const { configMaps } = await createTestNamespace();
    const resourceVersion = versionOf(done(await get(`${configMaps}/c1`)));

    const updates = await Promise.all(
      numbers(10).map((n) => put(`${configMaps}/c1`, configMap('c1', { resourceVersion }, { k: String(n) }))),
    );
    const deletes = await Promise.all(numbers(5).map(() => remove(`${configMaps}/c1`)));

    expect(updates.map(({ status }) => status).toSorted()).toEqual([200, ...numbers(9).map(() => 409)]);
    expect(deletes.map(({ status }) => status).toSorted()).toEqual([200, ...numbers(4).map(() => 404)]);
  });
});
