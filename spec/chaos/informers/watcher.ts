import type { KubeConfig } from '@kubernetes/client-node';
import type { KubeObject, ListWatchOptions, ReflectOptions, Transport } from 'rx-informer';
import type { KindName } from '../support/kinds.ts';
import type { Witness } from '../support/witness.ts';

/** The arguments of `run` of a watcher. */
interface Ground {
  readonly config: KubeConfig;
  /** The transport on Node's `http` or `https`, for the config. */
  readonly kube: Transport;
  /** The transport on `fetch`. */
  readonly web: Transport;
  /** Options with short backoffs and a short idle timeout. They count failures. */
  readonly reflect: ReflectOptions;
  readonly failed: () => unknown;
  readonly witness: (name: string) => Witness;
}

/** A running informer, with any of the interfaces. */
export interface Running {
  readonly stored: () => Iterable<KubeObject>;
  readonly witnesses: readonly Witness[];
  readonly stop: () => void;
}

/** One informer: the collection that it watches, and the interface that it has. */
export interface Watcher {
  readonly name: string;
  readonly kind: KindName;
  readonly scope: ListWatchOptions;
  /** Whether an object is in the scope. */
  readonly holds: (object: KubeObject) => boolean;
  /** False if the informer notices an idle watch only after minutes. */
  readonly noticesSilence: boolean;
  readonly run: (ground: Ground) => Running;
}
