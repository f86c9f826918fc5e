import { describe, expect, it } from '@jest/globals';
import type { Change, Deltas, KubeObject } from 'rx-informer';
import { prepare } from '../../../src/store/machine/apply.ts';
import { ObjectCache } from '../../../src/store/machine/object-cache.ts';
import { event, line, replace, textOf } from '../../support/things.ts';

/** What is there after all steps of it, and after the commit; and what that told. */
function preparing(
  content: ObjectCache<KubeObject>,
  deltas: Deltas<KubeObject>,
): readonly (readonly string[])[] {
  const work = prepare(content, deltas);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const before = content.list().map(textOf);
  const changes: Change<KubeObject>[] = [];
  step.value(changes);
  return [before, content.list().map(textOf), changes.map(line)];
}

describe('prepare', () => {
  it('should touch nothing before the commit, be it a list or a single event', () => {
    const content = new ObjectCache<KubeObject>();

    expect(preparing(content, replace('1', 'a@1'))).toEqual([[], ['a@1'], ['added a@1 initial']]);
    expect(preparing(content, event('Added', 'b@2'))).toEqual([['a@1'], ['a@1', 'b@2'], ['added b@2 watch']]);
  });
});
