import { asyncScheduler } from 'rxjs';
import { compareResourceVersions } from '../../objects/index.ts';

/** When which version was first seen of a collection: what a replica that is behind has, and when it will have more. */
export interface VersionsSeen {
  /** A version that has passed now. */
  add(version: string): void;
  /** Until the replica has a version, ms: 0 when it has it, Infinity for one that nobody has seen yet. */
  timeUntil(version: string): number;
  /** The newest one that it has; '0' before the first. */
  had(): string;
}

/** @param by - how far the replica is behind, ms */
export function versionsSeen(by: number): VersionsSeen {
  /** Oldest first; of those that the replica has, only the newest is kept. */
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
