import { asyncScheduler } from 'rxjs';
import type { CandidateConfig } from './leader-election-case.ts';

/**
 * The clock, the random numbers and the records of one candidate. When a new elector starts, the candidate
 * keeps them.
 */
export class CandidateNotes {
  readonly config: CandidateConfig;
  #requests: (readonly unknown[])[] = [];
  #calls: (readonly unknown[])[] = [];
  #jumps = 0;
  #draws = 0;
  #drawnAt = -1;

  constructor(config: CandidateConfig) {
    this.config = config;
  }

  /** The wall clock in ms since the start of the case. */
  get wall(): number {
    const { skewMs = 0, driftPercent = 0 } = this.config;
    const now = asyncScheduler.now();
    return now + skewMs + this.#jumps + Math.floor((now * driftPercent) / 100);
  }

  jump(ms: number): void {
    this.#jumps += ms;
  }

  readonly random = (): number => {
    this.#drawnAt = asyncScheduler.now();
    return this.config.jitter?.[this.#draws++] ?? 0.5;
  };

  /**
   * Puts a random number back, so that the next wait uses the number. The last action has drawn it for a wait
   * that does not take place.
   */
  undraw(): void {
    if (this.#drawnAt === asyncScheduler.now()) this.#draws -= 1;
    this.#drawnAt = -1;
  }

  request(line: readonly unknown[]): void {
    this.#requests.push(line);
  }

  call(...what: readonly unknown[]): void {
    this.#calls.push([asyncScheduler.now(), ...what]);
  }

  clear(): void {
    this.take();
  }

  /** Returns the records since the last call. Sorts the calls of one instant by name, as the recorder did. */
  take(): {
    readonly requests: readonly (readonly unknown[])[];
    readonly calls: readonly (readonly unknown[])[];
  } {
    const calls = this.#calls.toSorted(
      ([at, name], [otherAt, otherName]) =>
        (at as number) - (otherAt as number) || ((name as string) < (otherName as string) ? -1 : 1),
    );
    const requests = this.#requests;
    this.#requests = [];
    this.#calls = [];
    return { requests, calls };
  }
}
