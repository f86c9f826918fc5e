/**
 * Counts how often the measured program delivers each resourceVersion. The benchmark server assigns the versions 1, 2,
 * 3 and so on.
 */
export class Tally {
  readonly #times: Uint8Array;
  #unknown = 0;

  constructor(versions: number) {
    this.#times = new Uint8Array(versions + 1);
  }

  count(object: unknown): void {
    const { metadata } = object as { readonly metadata: { readonly resourceVersion: string } };
    const version = Number(metadata.resourceVersion);
    const times = this.#times[version];
    if (times === undefined) this.#unknown++;
    else if (times < 255) this.#times[version] = times + 1;
  }

  /**
   * @throws Error if a version from `first` to `last` was not delivered exactly once, or if an unknown version was
   *   delivered
   */
  checkOnce(what: string, first: number, last: number): void {
    const times = this.#times.subarray(first, last + 1);
    const never = times.reduce((sum, one) => sum + Number(one === 0), 0);
    const often = times.reduce((sum, one) => sum + Number(one > 1), 0);
    if (never + often + this.#unknown === 0) return;
    throw new Error(
      `void: of ${times.length} ${what}, ${never} were never delivered, ${often} more than once, and ${this.#unknown} do not exist at the server`,
    );
  }
}
