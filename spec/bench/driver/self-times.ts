/** The members of a V8 CPU profile that the summary uses. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  /** For each sample of the profiler, the id of the function that was running. */
  readonly samples: readonly number[];
  /** The time between each sample and the previous sample, in µs. */
  readonly timeDeltas: readonly number[];
}

/** The time that the main thread spent in one file, package or native function. The time excludes called functions. */
interface SelfTime {
  readonly place: string;
  readonly ms: number;
}

/**
 * Sums the time of each file, package and native function in a CPU profile, without the time of called functions. Code
 * of this repository counts for its file, and code of a dependency counts for its package. The result starts with the
 * longest time. Idle time does not count.
 */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): readonly SelfTime[] {
  const placeOfNode = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, nth) => {
    const place = placeOfNode.get(id) ?? '';
    times.set(place, (times.get(place) ?? 0) + (timeDeltas[nth] ?? 0) / 1_000);
  });
  return [...times]
    .filter(([place]) => place !== '(idle)')
    .map(([place, ms]) => ({ place, ms }))
    .sort((a, b) => b.ms - a.ms);
}

function placeOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName === '' ? '(native)' : functionName;
  if (url.startsWith('node:')) return 'node';
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (dependency !== undefined) return dependency;
  return /\/((?:src|dist|spec)\/.*)/.exec(url)?.[1] ?? url;
}
