import { expect } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { contradictions, losses, lossesAcrossGaps } from './ledger.ts';
import type { Workbench } from './workbench.ts';

/**
 * Checks that no change is contradictory, repeated or missing.
 *
 * @param gaps - set if the server may have compacted the history; intermediate states may then be missing
 */
export function expectNothingLost<T extends KubeObject>(
  changes: readonly Change<T>[],
  { writes }: Pick<Workbench<T>, 'writes'>,
  gaps?: 'gaps',
): void {
  expect(contradictions(changes)).toEqual([]);
  expect((gaps === undefined ? losses : lossesAcrossGaps)(changes, writes)).toEqual([]);
}

/** Checks that the objects are equal to the objects of the server. */
export async function expectSameAsServer<T extends KubeObject>(
  objects: Iterable<T>,
  { list }: Pick<Workbench<T>, 'list'>,
): Promise<void> {
  expect(versions(objects)).toEqual(versions(await list()));
}

const versions = (objects: Iterable<KubeObject>): Record<string, string> =>
  Object.fromEntries(
    Array.from(objects, ({ metadata: { name, uid, resourceVersion } }) => [
      name,
      `${uid} ${resourceVersion}`,
    ]),
  );
