import { checkOptions } from '../../objects/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { positionRules } from './position.ts';
import { refusing } from './refuse.ts';

/**
 * The version asked for is too old: 410 `Expired`, in both of its forms. Without `after` the request is refused; with it,
 * a watch ends with an ERROR frame (`inStream`), and a list because its continue token is too old.
 *
 * @throws OptionsError when a part of the position is not what it may be
 *
 * @example
 * ```ts
 * const compacted = expire({ on: 'watch', nth: 2 })(source);
 * const compactedInStream = expire({ on: 'watch', nth: 2, after: 0 })(source);
 * ```
 */
export function expire(position: FaultPosition = {}): Fault {
  const name = 'expire';
  checkOptions(name, position, positionRules);
  return refusing({ name, code: callOf(name, position), position }, 410, {});
}
