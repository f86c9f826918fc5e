import { dropConnection } from '../drop-connection.ts';
import { duplicate } from '../duplicate.ts';
import { expire } from '../expire.ts';
import { failEveryNth } from '../fail-every-nth.ts';
import type { Fault, FaultPosition } from '../fault.ts';
import { corruptBytes } from '../corrupt-bytes.ts';
import { stallStream } from '../stall-stream.ts';
import { lagBehind } from '../lag-behind.ts';
import { refuse } from '../refuse.ts';
import { reorderAcrossKeys } from '../reorder-across-keys.ts';
import { throttleBody } from '../throttle-body.ts';
import { truncate } from '../truncate.ts';
import { seededRandom } from './seeded-random.ts';

/**
 * Returns the faults that belong to a seed. The parameter `most` is the maximum number of faults, and the
 * minimum is 1. A correct informer recovers from each of these faults. A fault that reorders events is the
 * last fault, so that no other fault cuts a watch between reordered events.
 */
export function drawPlan(seed: number, most: number): readonly Fault[] {
  const draw = drawer(seed);
  const count = draw.between(1, most);
  const isReordered = draw.between(1, 4) === 1;
  const drawn = Array.from({ length: isReordered ? count - 1 : count }, () => draw.pick(kinds)(draw));
  return isReordered
    ? [...drawn, reorderAcrossKeys(changingPosition(draw, { window: draw.between(1, 500) }))]
    : drawn;
}

/** Makes random choices that depend only on one seed. */
interface Drawer {
  between(least: number, most: number): number;
  pick<V>(from: readonly [V, ...V[]]): V;
}

function drawer(seed: number): Drawer {
  const random = seededRandom(seed);
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  return { between, pick: (from) => from[between(0, from.length - 1)] ?? from[0] };
}

const kinds: readonly [(draw: Drawer) => Fault, ...((draw: Drawer) => Fault)[]] = [
  (draw) => dropConnection(position(draw)),
  (draw) => stallStream(position(draw)),
  (draw) => expire(position(draw)),
  (draw) => refuse(draw.pick(recoverable), { ...position(draw), ...retryAfterSeconds(draw) }),
  (draw) => corruptBytes(position(draw)),
  (draw) => truncate(position(draw)),
  (draw) => duplicate(changingPosition(draw)),
  (draw) => throttleBody(changingPosition(draw, { every: draw.between(1, 2_000) })),
  (draw) => lagBehind({ ...verb(draw), ...nth(draw), delay: draw.between(1, 10_000) }),
  (draw) => failEveryNth(draw.between(2, 4), { ...verb(draw), ...statusOf(draw) }),
];

/**
 * The HTTP statuses after which a reflector retries. The list contains no status that only a faulty program
 * gets, because such a status ends a reflector with an error.
 */
const recoverable = [401, 403, 404, 429, 500, 502, 503, 504] as const;

const verb = (draw: Drawer): Pick<FaultPosition, 'on'> =>
  draw.pick<Pick<FaultPosition, 'on'>>([{}, { on: 'list' }, { on: 'watch' }, { on: 'watch' }]);
const nth = (draw: Drawer): Pick<FaultPosition, 'nth'> => ({ nth: draw.between(1, 6) });
const after = (draw: Drawer): Pick<FaultPosition, 'after'> =>
  draw.pick<Pick<FaultPosition, 'after'>>([
    {},
    { after: draw.between(0, 5) },
    { after: { ms: draw.between(0, 60_000) } },
  ]);
const position = (draw: Drawer): FaultPosition => ({ ...verb(draw), ...nth(draw), ...after(draw) });
const retryAfterSeconds = (draw: Drawer): { readonly retryAfterSeconds?: number } =>
  draw.pick([{}, { retryAfterSeconds: draw.between(0, 60) }]);
const statusOf = (draw: Drawer): { readonly status?: number } =>
  draw.pick([{}, { status: draw.pick(recoverable) }]);

/**
 * Returns a position for a fault that changes answers but does not end them. With a probability of one third,
 * the fault applies to every request.
 */
const changingPosition = <O extends object>(draw: Drawer, options?: O): FaultPosition & O => ({
  ...position(draw),
  ...(draw.between(1, 3) === 1 ? { nth: 'every' } : {}),
  ...(options ?? ({} as O)),
});
