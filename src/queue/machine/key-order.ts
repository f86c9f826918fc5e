import type { KubeObject } from '../../objects/index.ts';
import type { Delta } from '../delta.ts';
import type { Put } from './atomic-fifo.ts';
import type { Place } from './waiting-line.ts';

/**
 * Deltas gather under their key. A replace is a wall, and so is a resync: what waits stays before it, what comes later
 * stays behind it, under the same key too; so no resync tells an old state after a newer one (B83). Of the bookmarks
 * that wait only the newest is kept, at the end: it says all that the older ones do.
 */
export function keyOrder<T extends KubeObject>(): Put<T> {
  let bookmark: Place<Delta<T>> | undefined;
  return (line, delta) => {
    switch (delta.type) {
      case 'ReplacedAll':
      case 'SyncAll':
        line.seal();
        return line.append(delta);
      case 'Bookmark':
        if (bookmark !== undefined) line.remove(bookmark);
        bookmark = line.append(delta);
        return bookmark;
      default:
        line.join(delta.key, delta);
        return undefined;
    }
  };
}
