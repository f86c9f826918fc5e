import type { Candidate, CandidateWant, Difference } from './leader-election-case.ts';
import { ReferenceElector } from './leader-election-elector.ts';
import type { CandidateNotes } from './leader-election-notes.ts';
import type { LeaseServer } from './leader-election-server.ts';

/** A candidate that runs a port of client-go's elector. */
export class ReferenceCandidate implements Candidate {
  readonly #notes: CandidateNotes;
  readonly #server: LeaseServer;
  readonly #differs: (name: Difference) => boolean;
  #elector: ReferenceElector | undefined;

  constructor(notes: CandidateNotes, server: LeaseServer, differs: (name: Difference) => boolean) {
    this.#notes = notes;
    this.#server = server;
    this.#differs = differs;
  }

  start(): void {
    if (this.#elector?.hasReturned === false) this.crash();
    this.#elector = new ReferenceElector(this.#notes, this.#server, this.#differs);
    this.#elector.start();
  }

  cancel(): void {
    this.#elector?.cancel();
  }

  crash(): void {
    this.#elector?.crash();
    this.#elector = undefined;
  }

  take(): CandidateWant {
    return { ...this.#notes.take(), ...this.#elector?.values() };
  }
}
