/** The used part of a CPU profile of V8. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  /** The node on top of the stack, sample by sample. */
  readonly samples: readonly number[];
  /** µs between a sample and the one before. */
  readonly timeDeltas: readonly number[];
}

/** The time of the main thread in a place, without the functions that it called. */
interface SelfTime {
  readonly place: string;
  readonly ms: number;
}

/**
 * Sums the self times of a profile, longest first: own code by file, other code by package, native code and the garbage
 * collector by name. Idle time does not count.
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
