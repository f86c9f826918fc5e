import { expect } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { contradictions, losses, lossesAcrossGaps } from './ledger.ts';
import type { Workbench } from './workbench.ts';

/**
 * Expects that no change is contradictory, repeated or missing.
 *
 * @param gaps - the server may have compacted the history in between, so intermediate states may be missing
 */
export function expectNothingLost<T extends KubeObject>(
  changes: readonly Change<T>[],
  { writes }: Pick<Workbench<T>, 'writes'>,
  gaps?: 'gaps',
): void {
  expect(contradictions(changes)).toEqual([]);
  expect((gaps === undefined ? losses : lossesAcrossGaps)(changes, writes)).toEqual([]);
}

/** Expects that these objects are those of the server. */
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
