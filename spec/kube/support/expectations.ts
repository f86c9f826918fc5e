import { expect } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { contradictions, losses, lossesAcrossGaps } from './ledger.ts';
import type { Workbench } from './workbench.ts';

/**
 * That nothing was told in contradiction, twice, or not at all.
 *
 * @param gaps - the server may have forgotten what happened in between
 */
export function expectNothingLost<T extends KubeObject>(
  changes: readonly Change<T>[],
  { writes }: Pick<Workbench<T>, 'writes'>,
  gaps?: 'gaps',
): void {
  expect(contradictions(changes)).toEqual([]);
  expect((gaps === undefined ? losses : lossesAcrossGaps)(changes, writes)).toEqual([]);
}

/** That these are what the server has, object by object. */
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
