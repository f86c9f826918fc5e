import type { Subscription } from 'rxjs';
import { groupCount, join, where } from '../../../src/derived/index.ts';
import type { Informer, KubeObject } from '../../../src/index.ts';

/** A pod of the scenario `joins`, with the fields that the measured programs read. */
export interface SmallPod extends KubeObject {
  readonly spec: { readonly nodeName: string; readonly volume: string };
}

export interface SmallNode extends KubeObject {
  readonly spec: { readonly unschedulable: boolean };
}

/** The number of pods of each node. */
export const podsPerNode = 100;

/** The informers of a measured program. */
interface Inputs {
  readonly pods: Informer<SmallPod>;
  readonly nodes: Informer<SmallNode>;
}

/** The running part of a measured program. */
export interface Running {
  readonly subscription: Subscription;
  /** Returns the number of changes, or of values, that the subscriber has received. */
  readonly received: () => number;
  /** @throws Error if the result differs from a result that is computed anew from the objects of the informers */
  readonly check: () => void;
}

export interface MeasuredJoin {
  /** Starts the program. It has one subscriber, which receives the changes or the values of the program. */
  readonly open: (inputs: Inputs) => Running;
  /** Whether an event of a pod gives the pod another node. */
  readonly moves?: true;
  /** The number of changes that follow from one event of a pod, and from one event of a node. Checked at the end. */
  readonly changes?: readonly [ofPod: number, ofNode: number];
}

/** The measured programs by name. The program `none` has the informers alone. */
export const joins = {
  none: { open: ({ pods }) => changesOf(pods, () => undefined), changes: [1, 0] },
  join: { open: joined, changes: [1, podsPerNode] },
  'join, pods move': { open: joined, changes: [1, podsPerNode], moves: true },
  'join, two keys': {
    open: ({ pods, nodes }) => {
      const rows = join(pods, nodes, ({ spec }) => [spec.nodeName, spec.volume], { type: 'inner' });
      return changesOf(rows, () => {
        const wanted = pods.store.list().map((left) => {
          const right = nodes.store.get(left.spec.nodeName);
          return [`${keyOf(left)} ${left.spec.nodeName}`, left, right] as const;
        });
        checkRows(
          wanted.map(([key, left, right]) => {
            const row = rows.store.get(key);
            return row?.left === left && row.right === right;
          }),
          rows.store.size,
        );
      });
    },
    changes: [1, podsPerNode],
  },
  where: {
    open: ({ pods }) => {
      const passes = ({ spec }: SmallPod): boolean => spec.nodeName.endsWith('7');
      const rows = where(pods, passes);
      return changesOf(rows, () => {
        const wanted = pods.store.list().filter(passes);
        checkRows(
          wanted.map((pod) => rows.store.get(keyOf(pod)) === pod),
          rows.store.size,
        );
      });
    },
  },
  groupCount: { open: counted },
  'groupCount, pods move': { open: counted, moves: true },
} as const satisfies Readonly<Record<string, MeasuredJoin>>;

export type JoinName = keyof typeof joins;

function joined({ pods, nodes }: Inputs): Running {
  const rows = join(pods, nodes, ({ spec }) => spec.nodeName);
  return changesOf(rows, () => {
    checkRows(
      pods.store.list().map((left) => {
        const row = rows.store.get(keyOf(left));
        return row?.left === left && row.right === nodes.store.get(left.spec.nodeName);
      }),
      rows.store.size,
    );
  });
}

function counted({ pods }: Inputs): Running {
  let received = 0;
  let newest: ReadonlyMap<string, number> = new Map();
  const subscription = groupCount(pods, ({ spec }) => spec.nodeName).subscribe((counts) => {
    received += 1;
    newest = counts;
  });
  const check = (): void => {
    const wanted = new Map<string, number>();
    for (const { spec } of pods.store.list()) wanted.set(spec.nodeName, (wanted.get(spec.nodeName) ?? 0) + 1);
    checkRows(
      Array.from(wanted, ([node, count]) => newest.get(node) === count),
      newest.size,
    );
  };
  return { subscription, received: () => received, check };
}

function changesOf(informer: Informer<unknown>, check: () => void): Running {
  let received = 0;
  const subscription = informer.changes().subscribe(() => void (received += 1));
  return { subscription, received: () => received, check };
}

function checkRows(areEqual: readonly boolean[], size: number): void {
  const wrong = areEqual.filter((isEqual) => !isEqual).length;
  if (wrong > 0 || size !== areEqual.length)
    throw new Error(`void: of ${areEqual.length} rows, ${wrong} are wrong, and the result has ${size} rows`);
}

export const keyOf = ({ metadata }: KubeObject): string =>
  metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;

/** Creates a pod by its index in the list. */
export function smallPod(at: number, node: number, resourceVersion: number): SmallPod {
  const name = `pod-${at}`;
  const metadata = {
    name,
    namespace: `namespace-${at % 40}`,
    uid: `uid of ${name}`,
    resourceVersion: String(resourceVersion),
  };
  return { metadata, spec: { nodeName: `node-${node}`, volume: `volume-${at}` } };
}

export function smallNode(at: number, resourceVersion: number): SmallNode {
  const name = `node-${at}`;
  const metadata = { name, uid: `uid of ${name}`, resourceVersion: String(resourceVersion) };
  return { metadata, spec: { unschedulable: false } };
}
