import { type Observable, ReplaySubject, timer } from 'rxjs';
import type { KubeObject } from 'rx-informer';
import { Sequence, type Share } from './common-order.ts';
import { Mirror, type MirrorContext } from './mirror.ts';
import { keys } from './plans.ts';
import type { Act, Behaviour } from './step.ts';
import type { HandlerSubscription, ModelHandler, HandlerCall } from './subject.ts';
import { allInWords, keyIn } from './virtual-server.ts';

/** The error that a subscriber of the model test throws on purpose. */
export class PlannedError extends Error {}

const shares: Readonly<Record<Behaviour['buffer'], Share>> = {
  unbounded: 'whole',
  batches: 'whole',
  conflate: 'by key',
  two: 'lossy',
};

/** One subscriber of the model test. Records its calls, and may act in a call: for example throw, leave or write. */
export class RecordingHandler implements ModelHandler {
  readonly behaviour: Behaviour;
  readonly mirror: Mirror;
  readonly sequence: Sequence;
  subscription: HandlerSubscription | undefined;
  hasLeft = false;
  /** Whether the informer under test is stopped. The test may start the informer again. */
  isPaused = false;
  readonly #left = new ReplaySubject<void>(1);
  readonly #context: MirrorContext;
  readonly #act: (act: Act, by: RecordingHandler) => void;
  #calls = 0;

  constructor(
    behaviour: Behaviour,
    context: MirrorContext,
    act: (act: Act, by: RecordingHandler) => void,
    isMerged: boolean,
    /** Number of calls for objects that exist when the subscriber joins. These calls come first. */
    snapshot: number,
  ) {
    this.behaviour = behaviour;
    this.#context = context;
    this.#act = act;
    const whole = isMerged ? 'merged' : 'whole';
    this.mirror = new Mirror(
      context,
      behaviour.buffer === 'two' ? 'lossy' : behaviour.buffer === 'conflate' ? 'merged' : whole,
    );
    this.sequence = new Sequence(shares[behaviour.buffer], snapshot);
  }

  get left$(): Observable<void> {
    return this.#left;
  }

  /** Whether the subscriber receives all changes. The changes may arrive late. */
  get isFaithful(): boolean {
    return this.behaviour.buffer !== 'two';
  }

  receive(call: HandlerCall): Observable<unknown> | undefined {
    if (this.hasLeft) this.#context.breach('G15', `${call.type} was delivered to a subscriber that has left`);
    if (this.isPaused) this.#context.breach('G15', `${call.type} was delivered after the stop`);
    this.mirror.receive(call);
    this.sequence.receive(call);
    const { act, nth, slow } = this.behaviour;
    if (++this.#calls === nth && act !== 'nothing') {
      if (act === 'throw') throw new PlannedError('planned');
      this.#act(act, this);
    }
    return slow === 0 ? undefined : timer(slow);
  }

  pause(): void {
    this.isPaused = true;
    this.sequence.share = 'by key'; // after a restart, the missed changes of each object arrive as one change
  }

  knows(objects: readonly KubeObject[]): void {
    for (const object of objects) this.mirror.known.set(keyIn(object), object);
  }

  endBatch(): void {
    if (this.hasLeft) return;
    const known = this.mirror.inWords();
    const stored = allInWords(this.#context.subject().list());
    if (known !== stored)
      this.#context.breach('G3', `the changes of a batch result in ${known}; the store has ${stored}`);
  }

  pending(count: number): void {
    const { buffer } = this.behaviour;
    const most = buffer === 'conflate' ? 2 * keys.length : buffer === 'two' ? 2 : Infinity;
    if (count > most) this.#context.breach('G14', `${count} changes wait in the buffer ${buffer}`);
  }

  ended(error?: unknown): void {
    if (!this.hasLeft)
      this.#context.breach('G17', `the stream ended${error instanceof Error ? `: ${error.message}` : ''}`);
  }

  leave(): void {
    this.hasLeft = true;
    this.#left.next();
  }
}
