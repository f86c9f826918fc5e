import { areInOneOrder, endAlike } from './common-order.ts';
import type { RecordingHandler } from './recording-handler.ts';
import type { Judged } from './judge.ts';
import { sayBehaviour } from './step.ts';

/**
 * Checks that all subscribers see changes in one order. The order must also hold if a subscriber joins, leaves or
 * writes during a call (G16).
 */
export function judgeOrder({ face, subject, handlers: hearers, breach, isCalm, hasRepeated }: Judged): void {
  const isDrained = ({ behaviour, hasLeft }: RecordingHandler): boolean =>
    face.isolated && subject.isRunning() && !hasLeft && (behaviour.slow === 0 || isCalm);
  const isWhole = (hearer: RecordingHandler): boolean =>
    hearer.sequence.share === 'whole' && isDrained(hearer);
  const measure = hearers.find(isWhole) ?? hearers[0];
  if (measure === undefined) return;

  for (const other of hearers) {
    if (other === measure) continue;
    const [a, b] = [measure.sequence, other.sequence];
    const isExact = isWhole(measure) && isWhole(other);
    // An event that the server repeats has two places in the order. Each subscriber may have received the event at
    // either place.
    if (isExact ? endAlike(a, b) : hasRepeated || areInOneOrder(a, b)) continue;
    breach('G16', `two subscribers received different orders: ${[measure, other].map(saw).join('; ')}`);
  }
}

const saw = ({ behaviour, sequence }: RecordingHandler): string =>
  `one (${sayBehaviour(behaviour)}) received ${sequence.seen.join(', ')}`;
