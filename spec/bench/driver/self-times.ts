/** As much of a profile of V8 as is read here. */
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

/** How long the main thread was in a place itself, not in what that called. */
interface SelfTime {
  readonly place: string;
  readonly ms: number;
}

/**
 * What a profile adds up to, the longest first: ours by file, others' by package, natives and the collector by name. While
 * nothing was to do, nobody was there.
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
