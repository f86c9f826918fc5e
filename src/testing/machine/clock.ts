/** What all collections of a cluster have in common: one count of versions, one of uids, one clock. */
export class ClusterClock {
  readonly now: () => number;
  #version = 1;
  #made = 0;
  /** What is older is forgotten; `'0'`: nothing is. */
  compactedAt = '0';

  constructor(now: () => number) {
    this.now = now;
  }

  /** The version that the whole cluster is at; before the first write 1, for 0 means any. */
  get version(): string {
    return String(this.#version);
  }

  /** Goes to a version, be it an earlier one; what came before it is forgotten. */
  restore(version: string): void {
    this.#version = Number(version);
    this.compactedAt = version;
  }

  nextVersion(): string {
    this.#version++;
    return String(this.#version);
  }

  /** A number that no other object of the cluster has. */
  nextNumber(): number {
    return ++this.#made;
  }

  /** As Kubernetes writes times. */
  timestamp(): string {
    return new Date(this.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  }
}
