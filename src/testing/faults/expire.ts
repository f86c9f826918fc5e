import { checkOptions } from '../../objects/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { positionRules } from './position.ts';
import { refusing } from './refuse.ts';

/**
 * A fault that answers with 410 `Expired`, because the requested resourceVersion is too old. Without `after`,
 * the request is refused. With `after`, a watch ends with an ERROR frame (`inStream`), and a list ends
 * because its continue token is too old.
 *
 * @throws OptionsError for an invalid part of the position
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
