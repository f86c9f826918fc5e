import { isRecord, isText, type KubeObject, ProtocolError } from '../../objects/index.ts';
import { isVersion } from '../well-formed.ts';
import type { Defects } from './defects.ts';
import { itemTypeOf } from './item-type.ts';
import { withoutManagedFields } from './managed-fields.ts';
import { isTable, tableError } from './table.ts';

/** A page of a list, checked. */
export interface Page {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
  readonly remainingItemCount: number | undefined;
  /** The token of the next page; absent on the last. */
  readonly next: string | undefined;
}

/**
 * Checks a page and completes its items.
 *
 * Yields before each item, so that a page is completed in slices: one item may take as long as thousands.
 *
 * @param list - the list as parsed
 * @param items - what was parsed apart from it and checked; empty when the list holds its items itself
 * @throws ProtocolError when it is no list of objects
 */
export function* pageOf(
  list: unknown,
  items: readonly unknown[],
  keepManagedFields: boolean,
  defects: Defects,
): Generator<void, Page> {
  if (isTable(list)) throw tableError('a list');
  const type = itemTypeOf(list);
  const { kind, metadata, items: own = type && [] } = isRecord(list) ? list : {};
  const all = items.length > 0 ? items : (own ?? []);
  if (own === undefined || !Array.isArray(all) || kind === 'Status') {
    throw new ProtocolError(
      'what answered a list request is no list; is the path right, and is this the API server?',
    );
  }

  const { resourceVersion, remainingItemCount, continue: next } = isRecord(metadata) ? metadata : {};
  if (!isVersion(resourceVersion)) {
    throw new ProtocolError('a list came without metadata.resourceVersion');
  }
  if (typeof (next ?? '') !== 'string') {
    throw new ProtocolError('a list came with a metadata.continue that is no text');
  }

  const whole: KubeObject[] = [];
  for (const item of all as readonly KubeObject[]) {
    yield;
    if (all !== items && !defects.accepts(item)) continue;
    const lean = keepManagedFields ? item : withoutManagedFields(item);
    const isTyped = type === undefined || (lean.kind !== undefined && lean.apiVersion !== undefined);
    whole.push(isTyped ? lean : { ...type, ...lean });
  }
  return {
    items: whole,
    resourceVersion,
    remainingItemCount: typeof remainingItemCount === 'number' ? remainingItemCount : undefined,
    next: isText(next) ? next : undefined,
  };
}
