import { asyncScheduler, timeout, timer } from 'rxjs';
import { StatusError } from '../../src/objects/index.ts';
import type { CandidateWant, Difference } from './leader-election-case.ts';
import type { CandidateNotes } from './leader-election-notes.ts';
import { type ElectionRecord, noHolder, rawOf, recordOf, sentLease } from './leader-election-record.ts';
import { type LeaseServer, type SentLease, type StoredLease, type Verb } from './leader-election-server.ts';
import { type Outcome, StepRunner, type Steps } from './leader-election-steps.ts';

/**
 * A line-by-line port of client-go's `LeaderElector`, as the reference for `leader-election.json`. If `differs` returns
 * false, the port behaves like client-go, and its records must equal the recorded ones. If `differs` returns true, the
 * port has the deliberate differences, and makes the records that this library should make. The port calls
 * `differs(name)` only where the difference has an effect.
 */
export class ReferenceElector {
  readonly #notes: CandidateNotes;
  readonly #server: LeaseServer;
  readonly #differs: (name: Difference) => boolean;
  #observed = noHolder;
  #observedAt = 0;
  #raw = '';
  #exact = '';
  #lease: StoredLease | undefined;
  #reported = '';
  #isLeading = false;
  #mayHold = false;
  #renewedAt = 0;
  #isCancelled = false;
  #hasCrashed = false;
  hasReturned = false;
  readonly #runner: StepRunner = new StepRunner(this.#run());

  constructor(notes: CandidateNotes, server: LeaseServer, differs: (name: Difference) => boolean) {
    this.#notes = notes;
    this.#server = server;
    this.#differs = differs;
  }

  start(): void {
    const { leaseDurationMs } = this.#notes.config;
    if (leaseDurationMs < 1_000 && this.#differs('oneSecond')) return;
    this.#runner.start();
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#runner.cancel();
  }

  crash(): void {
    this.#hasCrashed = true;
    this.#runner.crash();
  }

  values(): CandidateWant {
    const { leaseDurationMs } = this.#notes.config;
    const hasHolder = this.#observed.holder === this.#notes.config.id;
    const unhealthy = hasHolder && asyncScheduler.now() - this.#observedAt > leaseDurationMs;
    const values = { leader: this.#observed.holder, isLeader: hasHolder, unhealthy };
    if (this.hasReturned) {
      const isBlank = !hasHolder && this.#observed.holder === '';
      return { ...(!isBlank && this.#differs('noValues') ? {} : values), returned: true };
    }
    const isEarly = this.#observed.holder !== this.#reported && this.#differs('attemptEnd');
    const leader = isEarly ? this.#reported : this.#observed.holder;
    if (hasHolder && !this.#isLeading && this.#differs('ownWrite')) return { leader };
    return { ...values, leader };
  }

  #wasCancelled(): boolean {
    return this.#isCancelled;
  }

  *#run(): Steps<void> {
    const { id, releaseOnCancel = false } = this.#notes.config;
    if (!(yield* this.#acquire())) {
      this.#stop();
      if (releaseOnCancel && this.#mayHold && this.#differs('sentWrite')) yield* this.#release();
      return;
    }
    this.#notes.call('startedLeading');
    yield* this.#renew();
    this.#isLeading = false;
    const wasCancelled = this.#wasCancelled();
    if (wasCancelled) this.#notes.call('workCancelled');
    const stopsFirst = releaseOnCancel && this.#differs('stopFirst');
    const finish = (): void => {
      this.#notes.call('event', `${id} stopped leading`);
      if (!wasCancelled) this.#notes.call('workCancelled');
      this.#stop();
    };
    if (stopsFirst) finish();
    if (releaseOnCancel) yield* this.#release();
    if (!stopsFirst) finish();
  }

  #stop(): void {
    this.#notes.call('stoppedLeading');
    this.hasReturned = true;
  }

  *#acquire(): Steps<boolean> {
    const { retryPeriodMs } = this.#notes.config;
    while (!this.#wasCancelled()) {
      const isDone = yield* this.#attempt(Infinity);
      this.#report();
      if (isDone) {
        this.#isLeading = true;
        this.#notes.call('event', `${this.#notes.config.id} became leader`);
        return true;
      }
      if (this.#wasCancelled()) return false;
      yield* this.#sleep(Math.round(retryPeriodMs * (1 + 1.2 * this.#notes.random())));
    }
    return false;
  }

  *#renew(): Steps<void> {
    const { retryPeriodMs } = this.#notes.config;
    while (!this.#wasCancelled()) {
      const isDone = yield* this.#round();
      this.#report();
      if (!isDone) return;
      yield* this.#sleep(this.#capped(asyncScheduler.now() + retryPeriodMs) - asyncScheduler.now());
      if (this.#isExpired()) return;
    }
  }

  *#round(): Steps<boolean> {
    const { id, retryPeriodMs, renewDeadlineMs } = this.#notes.config;
    const began = asyncScheduler.now();
    const deadline = this.#capped(began + renewDeadlineMs);
    let ticks = 0;
    for (;;) {
      if (yield* this.#attempt(deadline)) return true;
      if (this.#observed.holder !== id && this.#differs('otherHolder')) return false;
      const now = asyncScheduler.now();
      if (this.#wasCancelled() || now >= deadline) return false;
      const passed = Math.floor((now - began) / retryPeriodMs);
      if (passed > ticks) {
        ticks = passed;
        continue;
      }
      ticks += 1;
      yield* this.#sleep(Math.min(began + ticks * retryPeriodMs, deadline) - now);
      if (this.#wasCancelled() || asyncScheduler.now() >= deadline) return false;
    }
  }

  #expiresAt(): number {
    return this.#renewedAt + this.#seconds * 1_000;
  }

  #capped(deadline: number): number {
    const expiry = this.#expiresAt();
    return expiry < deadline && this.#differs('expiry') ? expiry : deadline;
  }

  #isExpired(): boolean {
    return asyncScheduler.now() >= this.#expiresAt() && this.#differs('expiry');
  }

  get #seconds(): number {
    return Math.floor(this.#notes.config.leaseDurationMs / 1_000);
  }

  /** client-go's `tryAcquireOrRenew`. */
  *#attempt(deadline: number): Steps<boolean> {
    const { id } = this.#notes.config;
    const began = asyncScheduler.now();
    const { wall } = this.#notes;
    let own: ElectionRecord = {
      ...noHolder,
      holder: id,
      seconds: this.#seconds,
      acquired: wall,
      renewed: wall,
    };
    const isValid = (): boolean => this.#observedAt + this.#observed.seconds * 1_000 > began;
    if (this.#observed.holder === id && isValid()) {
      const { acquired, transitions } = this.#observed;
      own = { ...own, acquired, transitions }; // the later writes of this attempt also use these values
      if (yield* this.#update(own, deadline)) return true;
    }
    const got = yield* this.#request('get', undefined, deadline);
    if (got.type === 'cancelled') return false;
    if (got.type === 'failed') {
      if (!(got.error instanceof StatusError) || got.error.code !== 404) return false;
      this.#mayHold = false;
      return yield* this.#create(own, deadline);
    }
    const lease = got.value as StoredLease;
    const record = recordOf(lease);
    this.#lease = lease;
    this.#mayHold = record.holder === id;
    this.#see(record);
    if (record.holder !== id && this.#isLeading && this.#differs('otherHolder')) {
      if (this.#observed.holder === id) this.#observe(record);
      return false;
    }
    const isOwn = record.holder === id;
    const isLeader = this.#observed.holder === id;
    const leads = isOwn === isLeader ? isOwn : this.#differs('readHolder') ? isOwn : isLeader;
    if (record.holder !== '' && isValid() && !leads) return false;
    const { acquired, transitions } = record;
    if (leads) return yield* this.#update({ ...own, acquired, transitions }, deadline);
    const isOld = own.acquired !== wall && this.#differs('acquireTime');
    const next = { ...own, ...(isOld && { acquired: wall }), transitions: transitions + 1 };
    return yield* this.#update(next, deadline);
  }

  #see(record: ElectionRecord): void {
    const raw = rawOf(record);
    const exact = JSON.stringify(record);
    const isSame = raw === this.#raw && (exact === this.#exact || !this.#differs('exactTimes'));
    if (!isSame) this.#observe(record);
    this.#raw = raw;
    this.#exact = exact;
  }

  #observe(record: ElectionRecord): void {
    this.#observed = record;
    this.#observedAt = asyncScheduler.now();
  }

  *#create(record: ElectionRecord, deadline: number): Steps<boolean> {
    this.#lease = undefined;
    return yield* this.#write('create', record, deadline);
  }

  *#update(record: ElectionRecord, deadline: number): Steps<boolean> {
    if (this.#lease === undefined) return false; // client-go fails here: "lease not initialized", or no Lease name
    return yield* this.#write('update', record, deadline);
  }

  *#write(verb: Verb, record: ElectionRecord, deadline: number): Steps<boolean> {
    const sentAt = asyncScheduler.now();
    const outcome = yield* this.#request(
      verb,
      sentLease(this.#lease, this.#notes.config.labels, record),
      deadline,
    );
    if (outcome.type !== 'done') {
      const error = outcome.type === 'failed' ? outcome.error : undefined;
      const isRefused = error instanceof StatusError && error.code < 500;
      if (!isRefused) this.#mayHold = true;
      return false;
    }
    this.#lease = outcome.value as StoredLease;
    this.#observe(record);
    this.#mayHold = record.holder !== '';
    this.#renewedAt = sentAt;
    return true;
  }

  *#release(): Steps<void> {
    const until = asyncScheduler.now() + this.#notes.config.renewDeadlineMs;
    if (!this.#mayHold && this.#differs('ownRelease')) return;
    const got = yield* this.#request('get', undefined, until, true);
    if (got.type !== 'done') return;
    const lease = got.value as StoredLease;
    const { holder, transitions } = recordOf(lease);
    this.#lease = lease;
    const isOwn = holder === this.#notes.config.id;
    // client-go reads the holder from the record of its last attempt. It does not use the record that it has just read.
    const isObserved = this.#observed.holder === this.#notes.config.id;
    if (isOwn === isObserved ? !isOwn : this.#differs('ownRelease') ? !isOwn : !isObserved) return;
    const { wall } = this.#notes;
    const empty = { ...noHolder, seconds: 1, acquired: wall, renewed: wall, transitions };
    const outcome = yield* this.#request(
      'update',
      sentLease(this.#lease, this.#notes.config.labels, empty),
      until,
      true,
    );
    if (outcome.type === 'done') this.#observe(empty);
  }

  *#request(verb: Verb, sent: SentLease | undefined, deadline: number, isShielded = false): Steps<Outcome> {
    const { id, renewDeadlineMs } = this.#notes.config;
    const now = asyncScheduler.now();
    if (!isShielded && this.#wasCancelled()) return { type: 'cancelled' };
    if (now >= deadline) return { type: 'failed', error: undefined };
    const limit = Math.min(Math.max(1_000, renewDeadlineMs / 2), deadline - now);
    const log = (line: readonly unknown[]): void => {
      if (!this.#hasCrashed) this.#notes.request(line);
    };
    const wait = this.#server.request(id, verb, sent, log).pipe(timeout({ first: limit }));
    return yield { wait, isShielded };
  }

  *#sleep(ms: number): Steps<Outcome> {
    return yield { wait: timer(ms), isShielded: false };
  }

  #report(): void {
    if (this.#observed.holder === this.#reported) return;
    this.#reported = this.#observed.holder;
    this.#notes.call('newLeader', this.#reported);
  }
}
