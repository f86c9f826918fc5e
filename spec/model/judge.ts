import { colors } from './plans.ts';
import { allInWords, colorIn, inWords, type VirtualServer } from './virtual-server.ts';
import type { RecordingHandler } from './recording-handler.ts';
import { judgeOrder } from './judge-order.ts';
import type { InterfaceUnderTest, Subject } from './subject.ts';
import type { Breach } from './mirror.ts';

/** The state that the model test checks after each step. */
export interface Judged {
  readonly face: InterfaceUnderTest;
  readonly server: VirtualServer;
  readonly source: { readonly open: number; readonly lists: number };
  readonly subject: Subject;
  readonly handlers: readonly RecordingHandler[];
  readonly breach: Breach;
  readonly listsBefore: number;
  /** Whether the test has waited so long that even slow subscribers must have received all changes. */
  readonly isCalm: boolean;
  /** Whether the server has sent an old event again. */
  readonly hasRepeated: boolean;
  shown: number;
}

/**
 * Checks all guarantees that hold between two steps of a run.
 *
 * @param timers - number of waiting timers
 */
export function judge(world: Judged, timers: number): void {
  const { face, subject, source, breach, handlers } = world;
  const objects = subject.list();
  const content = allInWords(objects);
  judgeContent(world, content);

  for (const color of subject.byColor === undefined ? [] : colors) {
    const found = allInWords(subject.byColor?.(color) ?? []);
    const expected = allInWords(objects.filter((object) => colorIn(object) === color));
    if (found !== expected) breach('G9', `the index of ${color} has ${found}; the store ${expected}`);
  }
  for (const object of objects) {
    if (subject.get(inWords(object).replace(/#.*/, '')) !== object)
      breach('G8', `get and list differ in ${inWords(object)}`);
  }
  if (subject.hasSynced() && source.lists === world.listsBefore)
    breach('G10', 'the informer has synced before it received a list');

  for (const handler of handlers) {
    if (handler.hasLeft) continue;
    const waiting = handler.subscription?.pending?.();
    if (waiting !== undefined) handler.pending(waiting);
    const isQuick = handler.behaviour.slow === 0 && handler.isFaithful;
    if (face.isolated && isQuick && subject.isRunning() && handler.mirror.inWords() !== content)
      breach('G13', `a fast subscriber has ${handler.mirror.inWords()}; the store has ${content}`);
  }
  judgeOrder(world);
  if (subject.isRunning()) return;
  if (source.open > 0) breach('G15', `${source.open} requests are open without a subscriber`);
  if (timers > 0) breach('G15', `${timers} timers wait without a subscriber`);
}

/**
 * Checks that the store has the content that the server had at one version. This version must never decrease. Some
 * APIs do not apply events in order; the check skips these APIs.
 */
function judgeContent(world: Judged, content: string): void {
  const { server, face, breach } = world;
  if (!face.inOrder) return;
  for (let version = world.shown; version <= server.version; version++) {
    if ((server.contents.get(version) ?? '') !== content) continue;
    world.shown = version;
    return;
  }
  breach('G8', `the store has ${content}, which the server never had since version ${world.shown}`);
}
