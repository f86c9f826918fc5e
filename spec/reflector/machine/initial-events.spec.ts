import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../../src/objects/index.ts';
import { collectInitialEvents } from '../../../src/reflector/machine/initial-events.ts';
import { textOf, thing } from '../../support/things.ts';

/**
 * Returns the objects of a streaming list after these events: `+a@1` adds or changes an object, `-a@1` deletes it, and
 * `?a@1` is a dropped object.
 */
function stateAfter(...events: readonly string[]): readonly string[] {
  const initial = collectInitialEvents<KubeObject>();
  for (const event of events)
    initial.add({
      type: event.startsWith('+') ? 'ADDED' : 'DELETED',
      object: thing(event.slice(1)),
      ...(event.startsWith('?') && { finalStateKnown: false }),
    });
  return initial.takeItems().map(textOf);
}

describe('collectInitialEvents', () => {
  it.each([
    [
      'contain the last state of each object, in the order of arrival',
      ['+a@1', '+b@2', '+a@3'],
      ['a@3', 'b@2'],
    ],
    ['contain no deleted object (B55)', ['+a@1', '+b@2', '-a@3'], ['b@2']],
    [
      'contain an object that was created again after its delete',
      ['+a@1', '-a@2', '+a@3#other'],
      ['a@3#other'],
    ],
    ['not replace a state by an earlier state (G2)', ['+a@10', '+a@9'], ['a@10']],
    ['not replace an object by an earlier object of the same name (G2)', ['+a@10', '+a@9#other'], ['a@10']],
    ['accept a version that cannot be compared', ['+a@10', '+a@'], ['a@']],
    ['not lose an object by the delete of an earlier object', ['+a@10', '-a@9#other'], ['a@10']],
    ['lose an object whose later state is skipped', ['+a@10', '?a@11'], []],
    ['not lose an object whose earlier state is skipped', ['+a@10', '?a@9'], ['a@10']],
    ['lose an object by its own delete, for any version of the delete (G5)', ['+a@10', '-a@9'], []],
  ])('should %s', (_what, events, state) => {
    expect(stateAfter(...events)).toEqual(state);
  });
});
