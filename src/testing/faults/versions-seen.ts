import { asyncScheduler } from 'rxjs';
import { compareResourceVersions } from '../../objects/index.ts';

/**
 * Records when each version of a collection was first seen. A simulated replica gets each version later, so
 * these times show which version the replica has now.
 */
export interface VersionsSeen {
  add(version: string): void;
  /**
   * Returns the time in ms until the replica has a version. The result is 0 if the replica has the version,
   * and Infinity if the version was not seen yet.
   */
  timeUntil(version: string): number;
  /** Returns the newest version that the replica has, or '0' if the replica has none. */
  had(): string;
}

/**
 * Creates an empty record of versions.
 *
 * @param by - the age of the replica's state, in ms
 */
export function versionsSeen(by: number): VersionsSeen {
  /**
   * The versions that were seen, the oldest version first. Of the versions that the replica has, only the
   * newest is kept.
   */
  const seen: { readonly version: string; readonly at: number }[] = [];
  const isNewer = (a: string, b: string): boolean => (compareResourceVersions(a, b) ?? 0) > 0;
  const forget = (): void => {
    const missing = seen.findIndex(({ at }) => at + by > asyncScheduler.now());
    const had = missing < 0 ? seen.length : missing;
    if (had > 1) seen.splice(0, had - 1);
  };

  return {
    add(version) {
      forget();
      const last = seen.at(-1);
      if (last === undefined || isNewer(version, last.version))
        seen.push({ version, at: asyncScheduler.now() });
    },
    timeUntil(version) {
      if (version === '' || version === '0') return 0;
      forget();
      const first = seen.find((known) => !isNewer(version, known.version));
      return first === undefined ? Infinity : Math.max(0, first.at + by - asyncScheduler.now());
    },
    had() {
      forget();
      const [first] = seen;
      return first !== undefined && first.at + by <= asyncScheduler.now() ? first.version : '0';
    },
  };
}
