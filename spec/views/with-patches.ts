import type { RowPatch } from '../../src/views/index.ts';

/** Applies patches in order to a copy of the rows. Fails if an index is outside the rows. */
export function withPatches<T>(rows: readonly T[], patches: readonly RowPatch<T>[]): readonly T[] {
  const next = [...rows];
  for (const patch of patches) {
    if (patch.at > next.length - (patch.op === 'insert' ? 0 : 1)) throw new Error(`no row ${patch.at}`);
    if (patch.op === 'remove') next.splice(patch.at, 1);
    else next.splice(patch.at, patch.op === 'insert' ? 0 : 1, patch.row);
  }
  return next;
}
