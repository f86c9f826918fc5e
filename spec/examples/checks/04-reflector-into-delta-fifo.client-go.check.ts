import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks that no change is lost while a pop is busy or while the watch is broken, and that the changes of a key keep
 * their order. The number of deltas in one pop depends on the timing. Therefore the check counts the deltas of all
 * pops.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['a', 'b', 'c']) await cluster.create(podsOf(namespace), pod(name));
  },
  run: async ({ cluster, namespace, printed, output, cut, mend }) => {
    const pods = podsOf(namespace);
    await printed(new RegExp(`^${namespace}/a: Replaced \\(first list\\)$`, 'm'));
    await cluster.patch(`${pods}/c`, { metadata: { labels: { tier: 'front' } } });
    await cluster.patch(`${pods}/c`, { metadata: { labels: { tier: 'back' } } });
    await cluster.remove(`${pods}/b`);
    await printed(new RegExp(`^${namespace}/b: .*Deleted`, 'm'));
    await printed(new RegExp(`^${namespace}/c: .*(Updated[^]*){2}`, 'm'));

    cut();
    await printed(/^the reflector is waiting/m);
    await cluster.create(pods, pod('d'));
    await cluster.remove(`${pods}/a`);
    mend();
    await printed(new RegExp(`^${namespace}/a: .*Deleted$`, 'm'));

    const lines = output().trimEnd().split('\n');
    const isOfReflector = (line: string): boolean => line.startsWith('the reflector is ');
    deepEqual(
      lines.filter(isOfReflector).map((line) => line.split(' ')[3]),
      ['listing', 'watching', 'waiting', 'watching'],
    );
    const popped = lines.filter((line) => !isOfReflector(line));
    deepEqual(popped.filter((line) => line.endsWith(' (first list)')).length, 3);
    deepEqual(typesByKey(popped), {
      [`${namespace}/a`]: 'Replaced Updated Deleted',
      [`${namespace}/b`]: 'Replaced Updated Deleted',
      [`${namespace}/c`]: 'Replaced Updated Updated',
      [`${namespace}/d`]: 'Added',
    });
  },
  ends: 'on-interrupt',
};

function typesByKey(popped: readonly string[]): Readonly<Record<string, string>> {
  const byKey: Record<string, string> = {};
  for (const line of popped) {
    const [key = '', types = ''] = line.replace(' (first list)', '').split(': ');
    byKey[key] = key in byKey ? `${byKey[key] ?? ''} ${types}` : types;
  }
  return byKey;
}
