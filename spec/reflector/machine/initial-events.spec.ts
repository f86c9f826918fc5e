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
    ['hold the last state of each object, in the order of arrival', ['+a@1', '+b@2', '+a@3'], ['a@3', 'b@2']],
    ['hold nothing that was deleted (B55)', ['+a@1', '+b@2', '-a@3'], ['b@2']],
    ['hold what came again after its delete', ['+a@1', '-a@2', '+a@3#other'], ['a@3#other']],
    ['not go back to an earlier state (G2)', ['+a@10', '+a@9'], ['a@10']],
    ['not go back to an earlier object under the name (G2)', ['+a@10', '+a@9#other'], ['a@10']],
    ['take a version that cannot be compared', ['+a@10', '+a@'], ['a@']],
    ['not lose an object to the delete of an earlier one', ['+a@10', '-a@9#other'], ['a@10']],
    ['lose one whose later state is left out', ['+a@10', '?a@11'], []],
    ['not lose one whose earlier state is left out', ['+a@10', '?a@9'], ['a@10']],
    ['lose one to its own delete, whatever that says of its version (G5)', ['+a@10', '-a@9'], []],
  ])('should %s', (_what, events, state) => {
    expect(stateAfter(...events)).toEqual(state);
  });
});
