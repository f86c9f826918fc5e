import { areInOneOrder, endAlike } from './common-order.ts';
import type { RecordingHandler } from './recording-handler.ts';
import type { Judged } from './judge.ts';
import { sayBehaviour } from './step.ts';

/** Checks that all subscribers see changes in one order, even if a subscriber acts in its calls (G16). */
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
    // A change that the server repeats is at two places in the order. A subscriber may have received it at one of the
    // two places.
    if (isExact ? endAlike(a, b) : hasRepeated || areInOneOrder(a, b)) continue;
    breach('G16', `there is no one order: ${[measure, other].map(saw).join('; ')}`);
  }
}

const saw = ({ behaviour, sequence }: RecordingHandler): string =>
  `one (${sayBehaviour(behaviour)}) received ${sequence.seen.join(', ')}`;
