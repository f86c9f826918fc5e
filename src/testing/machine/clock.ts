/**
 * The clock of a virtual cluster, with its counters of resourceVersions and uids. All collections of the
 * cluster share the clock.
 */
export class ClusterClock {
  readonly now: () => number;
  #version = 1;
  #made = 0;
  /**
   * All versions older than `compactedAt` are forgotten, as after a compaction of etcd. With `'0'`, the
   * history is complete.
   */
  compactedAt = '0';

  constructor(now: () => number) {
    this.now = now;
  }

  /** The current resourceVersion of the cluster. The first version is 1, because 0 means any version. */
  get version(): string {
    return String(this.#version);
  }

  /**
   * Sets the version of the cluster, which may be older than the current version. The earlier history is then
   * forgotten.
   */
  restore(version: string): void {
    this.#version = Number(version);
    this.compactedAt = version;
  }

  nextVersion(): string {
    this.#version++;
    return String(this.#version);
  }

  /** Returns a number that is unique in the cluster. */
  nextNumber(): number {
    return ++this.#made;
  }

  /** Returns the current time in the format of Kubernetes, in whole seconds. */
  timestamp(): string {
    return new Date(this.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  }
}
