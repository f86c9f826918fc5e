import type { KubeConfig } from '@kubernetes/client-node';
import type { KubeObject, ListWatchOptions, ReflectOptions, Transport } from 'rx-informer';
import type { KindName } from '../support/kinds.ts';
import type { Witness } from '../support/witness.ts';

/** The kubeconfig, transports, options and callbacks with which a test informer runs. */
interface Ground {
  readonly config: KubeConfig;
  /** The transport that uses Node's `http` or `https` and the kubeconfig. */
  readonly kube: Transport;
  /** The transport that uses `fetch`. */
  readonly web: Transport;
  /** Reflector options with short backoffs and a short idle timeout. Callbacks in the options count failures. */
  readonly reflect: ReflectOptions;
  readonly failed: () => unknown;
  readonly witness: (name: string) => Witness;
}

/** A running test informer, with the same members for each API of the library. */
export interface Running {
  readonly stored: () => Iterable<KubeObject>;
  readonly witnesses: readonly Witness[];
  readonly stop: () => void;
}

/** One test informer: the collection that it watches, and the API of the library that it uses. */
export interface Watcher {
  readonly name: string;
  readonly kind: KindName;
  readonly scope: ListWatchOptions;
  /** Whether an object matches the namespace and the selectors of the informer. */
  readonly holds: (object: KubeObject) => boolean;
  /**
   * Whether the informer notices an idle watch soon. If the informer needs minutes, the test never makes its watches
   * idle.
   */
  readonly noticesSilence: boolean;
  readonly run: (ground: Ground) => Running;
}
