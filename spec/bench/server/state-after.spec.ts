import { describe, expect, it } from '@jest/globals';
import { wholeForm } from './form.ts';
import { stateAfter } from './state-after.ts';
import { watchFrames } from './watch-frames.ts';

interface Body {
  readonly metadata: { readonly namespace: string; readonly name: string; readonly resourceVersion: string };
}

describe('the state of the speed server', () => {
  it('should contain its list and all its events', () => {
    const form = wholeForm('leases');
    const counts = { objects: 70, cold: 30, events: 110, paced: 3, streams: true };
    const { cold, flatOut, paced, initial } = watchFrames(form, counts);
    const objects = Buffer.concat([...initial, ...cold, ...flatOut, ...paced])
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly object: Body })
      .filter(({ type }) => type !== 'BOOKMARK')
      .map(({ object }) => object.metadata);
    const state = new Map(
      objects.map(({ namespace, name, resourceVersion }) => [`${namespace}/${name}`, resourceVersion]),
    );

    expect(stateAfter('leases', 70, 143)).toEqual(Object.fromEntries(state));
  });
});
