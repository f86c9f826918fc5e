import { asyncScheduler, NEVER, map, type Subscription } from 'rxjs';
import { leaderElection } from '../../src/controller/leader-election.ts';
import type { Leadership } from '../../src/controller/machine/elector-types.ts';
import { OptionsError } from '../../src/objects/index.ts';
import type { KubeRequest, Transport } from '../../src/source/index.ts';
import type { Candidate, CandidateWant } from './leader-election-case.ts';
import type { CandidateNotes } from './leader-election-notes.ts';
import { type LeaseServer, type SentLease, timeText } from './leader-election-server.ts';

const encoder = new TextEncoder();
const verbs = { GET: 'get', POST: 'create', PUT: 'update' } as const;

/**
 * The operator `leaderElection` as a candidate. Like an elector of client-go, the candidate ends when it
 * loses the Lease for the first time.
 */
export class OperatorCandidate implements Candidate {
  readonly #notes: CandidateNotes;
  readonly #server: LeaseServer;
  #run: Run | undefined;

  constructor(notes: CandidateNotes, server: LeaseServer) {
    this.#notes = notes;
    this.#server = server;
  }

  start(): void {
    if (this.#run?.hasReturned === false) this.crash();
    this.#run = new Run(this.#notes, this.#server);
    this.#run.start();
  }

  cancel(): void {
    this.#run?.cancel();
  }

  crash(): void {
    this.#run?.crash();
    this.#run = undefined;
  }

  take(): CandidateWant {
    return { ...this.#notes.take(), ...this.#run?.values() };
  }
}

class Run {
  readonly #notes: CandidateNotes;
  readonly #server: LeaseServer;
  #last: Leadership = { isLeader: false, transitions: 0 };
  #subscription: Subscription | undefined;
  #hasCrashed = false;
  #hasReturned = false;

  constructor(notes: CandidateNotes, server: LeaseServer) {
    this.#notes = notes;
    this.#server = server;
  }

  start(): void {
    const { id, leaseDurationMs, renewDeadlineMs, retryPeriodMs, labels, releaseOnCancel } =
      this.#notes.config;
    try {
      const leadership$ = leaderElection(this.#transport(), {
        key: 'default/lock',
        identity: id,
        leaseDuration: leaseDurationMs,
        renewDeadline: renewDeadlineMs,
        retryPeriod: retryPeriodMs,
        releaseOnStop: releaseOnCancel ?? false,
        random: this.#notes.random,
        clock: () => ({
          elapsed: asyncScheduler.now(),
          wall: Date.parse(timeText(this.#notes.wall)),
        }),
        ...(labels && { labels }),
      });
      this.#subscription = leadership$.subscribe((leadership) => this.#onLeadership(leadership));
      if (this.#hasReturned) this.#subscription.unsubscribe();
    } catch (error) {
      if (!(error instanceof OptionsError)) throw error;
    }
  }

  get hasReturned(): boolean {
    return this.#hasReturned;
  }

  cancel(): void {
    if (this.#hasReturned || this.#subscription === undefined) return;
    if (this.#last.isLeader) this.#lose();
    this.#return();
  }

  crash(): void {
    this.#hasCrashed = true;
    this.#subscription?.unsubscribe();
  }

  values(): CandidateWant {
    if (this.#hasReturned) return { returned: true };
    const { leader = '', isLeader } = this.#last;
    return { leader, isLeader };
  }

  #onLeadership(leadership: Leadership): void {
    const { id } = this.#notes.config;
    const before = this.#last;
    this.#last = leadership;
    if (leadership.leader !== before.leader) this.#notes.call('newLeader', leadership.leader ?? '');
    if (leadership.isLeader && !before.isLeader) {
      this.#notes.call('event', `${id} became leader`);
      this.#notes.call('startedLeading');
    }
    if (before.isLeader && !leadership.isLeader) {
      this.#notes.undraw();
      this.#lose();
      this.#return();
    }
  }

  #lose(): void {
    this.#notes.call('workCancelled');
    this.#notes.call('event', `${this.#notes.config.id} stopped leading`);
  }

  #return(): void {
    this.#hasReturned = true;
    this.#notes.call('stoppedLeading');
    this.#subscription?.unsubscribe();
  }

  /** Sends the requests of the operator to the scripted server. */
  #transport(): Transport {
    return {
      open: ({ method = 'GET', path, body }: KubeRequest) => {
        const verb = verbs[method as keyof typeof verbs];
        const isRight =
          path ===
          `/apis/coordination.k8s.io/v1/namespaces/default/leases${verb === 'create' ? '' : '/lock'}`;
        if (!isRight) throw new Error(`${method} ${path} is not a request for the Lease`);
        if (this.#hasCrashed) return NEVER;
        const sent = body === undefined ? undefined : (JSON.parse(body) as SentLease);
        const log = (line: readonly unknown[]): void => {
          if (!this.#hasCrashed) this.#notes.request(line);
        };
        return this.#server
          .request(this.#notes.config.id, verb, sent, log)
          .pipe(map((lease) => encoder.encode(JSON.stringify(lease))));
      },
    };
  }
}
