import { config } from 'rxjs';
import { isPlanned } from './interfaces/handler.ts';
import { FaultySource } from './faulty-source.ts';
import { RecordingHandler } from './recording-handler.ts';
import { judge } from './judge.ts';
import { ReflectorReference } from './reference.ts';
import { type Act, type Behaviour, type Plan, sayBehaviour, type Step } from './step.ts';
import type { InterfaceUnderTest, Subject } from './subject.ts';
import { VirtualClock } from './virtual-clock.ts';
import { allInWords, VirtualServer } from './virtual-server.ts';

/** Virtual time that passes after the last fault, in ms. At the end of this time, the store must equal the server. */
const calm = 900_000;
/**
 * Virtual time between two bookmarks of a watch, in ms. Without bookmarks, the reflector would relist because of idle
 * watches. These relists would hide lost changes.
 */
const bookmarkInterval = 15_000;
const maxHearers = 8;
const maxBreaches = 5;

/** One run of a random plan: the virtual server, the informer under test, and its subscribers. */
export class World {
  readonly face: InterfaceUnderTest;
  readonly plan: Plan;
  readonly server = new VirtualServer();
  readonly source: FaultySource;
  readonly breaches: string[] = [];
  subject: Subject;
  handlers: RecordingHandler[] = [];
  /** The newest version of the server that the store has contained. */
  shown = 0;
  /** Number of lists before the current informer was created. */
  listsBefore = 0;
  isCalm = false;
  hasRepeated = false;
  readonly #reference: ReflectorReference;
  #at = 'before the first step';
  #isStarting = false;

  constructor(face: InterfaceUnderTest, plan: Plan) {
    this.face = face;
    this.plan = plan;
    this.#reference = new ReflectorReference(this.breach, face.prompt);
    this.source = new FaultySource(this.server, plan.setting, (facts) => this.#reference.request(facts));
    this.subject = this.#make();
  }

  /**
   * Runs the random plan in virtual time.
   *
   * @returns descriptions of the broken guarantees
   */
  run(): readonly string[] {
    const before = config.onUnhandledError;
    const { random } = Math;
    let seed = 1;
    Math.random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647; // a replay gets the same random numbers
    config.onUnhandledError = (error: unknown) => {
      if (!isPlanned(error)) this.breach('G13', `an error was reported as unhandled: ${String(error)}`);
    };
    const clock = new VirtualClock();
    const look = (then: () => void): void =>
      clock.after(0.5, () => {
        judge(this, clock.waiting);
        if (this.breaches.length > 0) clock.end();
        else clock.after(0.5, then);
      });
    const go = (nth: number): void => {
      const step = this.plan.steps[nth];
      this.#at = step === undefined ? 'at the end' : `step ${nth + 1}`;
      if (step === undefined) {
        this.#heal();
        const rest = (left: number): void => {
          if (left > 0) {
            this.source.fault('bookmark');
            clock.after(bookmarkInterval, () => rest(left - bookmarkInterval));
            return;
          }
          this.isCalm = true;
          look(() => this.#finish(look));
        };
        rest(calm);
        return;
      }
      this.#take(step);
      const time = step.does === 'wait' ? step.time : 0;
      clock.after(time, () => look(() => go(nth + 1)));
    };
    try {
      clock.run(() => {
        this.#join(this.plan.setting.first);
        go(0);
      });
    } catch (error) {
      this.breach('crash', error instanceof Error ? (error.stack ?? error.message) : String(error));
    } finally {
      config.onUnhandledError = before;
      Math.random = random;
    }
    return this.breaches;
  }

  readonly breach = (guarantee: string, what: string): void => {
    if (this.breaches.length < maxBreaches) this.breaches.push(`${guarantee}, ${this.#at}: ${what}`);
  };

  #make(): Subject {
    this.shown = 0;
    this.listsBefore = this.source.lists;
    this.#reference.stopped();
    return this.face.make({
      source: this.source,
      setting: this.plan.setting,
      reflect: {
        pageSize: this.plan.setting.pageSize,
        streamingList: this.plan.setting.streaming ? 'auto' : 'never',
        watchTimeout: 60_000,
        idleTimeout: 20_000,
      },
      onStatus: (status) => this.#reference.status(status),
    });
  }

  #take(step: Step): void {
    switch (step.does) {
      case 'write':
        for (const write of step.writes) this.server.write(write);
        break;
      case 'refuse':
        this.source.refusals.push(...step.refusals);
        break;
      case 'fault':
        this.hasRepeated ||= step.fault === 'repeat older';
        if (!this.face.classic || !step.fault.startsWith('repeat')) this.source.fault(step.fault);
        break;
      case 'compact':
        this.server.forgotten = this.server.version;
        break;
      case 'elsewhere':
        this.server.elsewhere();
        break;
      case 'join':
        this.#join(step.behaviour);
        break;
      case 'leave':
        this.handlers[step.which]?.leave();
        break;
      case 'start':
        this.#start();
        break;
      case 'stop':
        this.#stop();
        break;
      case 'wait':
    }
    this.handlers = this.handlers.filter(({ hasLeft }) => !hasLeft);
  }

  #join(asked: Behaviour): void {
    if (this.handlers.length >= maxHearers) return;
    const buffer = this.face.buffers.includes(asked.buffer) ? asked.buffer : 'unbounded';
    // A subscriber that receives batches does not throw errors. After an error, the subscriber would miss the rest of
    // the batch.
    const act = buffer === 'batches' && asked.act === 'throw' ? 'nothing' : asked.act;
    const behaviour = { ...asked, buffer, act };
    const context = { server: this.server, subject: () => this.subject, breach: this.breach };
    const snapshot = this.face.merges ? 0 : this.subject.list().length;
    const handler = new RecordingHandler(behaviour, context, this.#act, this.face.merges, snapshot);
    const subscription = this.subject.subscribe(handler);
    if (subscription === undefined) return;
    handler.subscription = subscription;
    if (this.face.outlives && !this.subject.isRunning()) handler.pause();
    if (!handler.hasLeft) this.handlers.push(handler);
  }

  readonly #act = (act: Act, by: RecordingHandler): void => {
    switch (act) {
      case 'join': {
        this.#join({ buffer: 'unbounded', slow: 0, act: 'nothing', nth: 0 });
        return;
      }
      case 'leave': {
        by.leave();
        return;
      }
      case 'drop another':
        return this.handlers.find((other) => other !== by)?.leave();
      case 'stop': {
        this.#stop();
        return;
      }
      case 'start': {
        this.#start();
        return;
      }
      case 'write': {
        this.server.write({ op: 'put', key: 'a', color: 'red' });
        return;
      }
      default:
    }
  };

  #start(): void {
    if (this.#isStarting) return; // a subscriber has called `start` within a handler call
    this.#isStarting = true;
    if (this.subject.isSpent()) this.subject = this.#make();
    if (this.handlers.length === 0) this.#join(this.plan.setting.first);
    this.#isStarting = false;
    for (const handler of this.handlers) handler.isPaused = false;
    this.subject.start();
  }

  #stop(): void {
    if (this.face.outlives) for (const handler of this.handlers) handler.pause();
    else {
      for (const handler of this.handlers) handler.leave();
      this.handlers = [];
    }
    this.subject.stop();
    if (!this.subject.isRunning()) this.#reference.stopped();
  }

  /** Ends all faults. Starts the informer if it is stopped, and adds a subscriber without actions. */
  #heal(): void {
    this.source.refusals = [];
    this.source.lag = 0;
    this.#start();
    this.#join({ buffer: 'unbounded', slow: 0, act: 'nothing', nth: 0 });
  }

  /**
   * Checks that the final objects equal the objects of the server. Then stops the informer, and checks that no request
   * and no timer is left.
   */
  #finish(look: (then: () => void) => void): void {
    this.handlers = this.handlers.filter(({ hasLeft }) => !hasLeft);
    if (!this.subject.isRunning()) return; // a subscriber has stopped the informer
    const content = this.server.contents.get(this.server.version) ?? '';
    const stored = allInWords(this.subject.list());
    if (stored !== content) this.breach('G1', `the store has ${stored}; the server ${content}`);
    if (!this.subject.hasSynced()) this.breach('G10', 'the informer has not synced');
    for (const handler of this.handlers) {
      if (handler.subscription?.hasSynced?.() === false) this.breach('G10', 'a handler has not synced');
      const known = handler.mirror.inWords();
      if (handler.isFaithful && known !== content)
        this.breach(
          'G4',
          `a subscriber (${sayBehaviour(handler.behaviour)}) has ${known}; the server has ${content}`,
        );
    }
    this.#stop();
    look(() => undefined); // `look` checks the guarantees for the last time
  }
}
