import type { KubeConfig } from '@kubernetes/client-node';
import type { KubeObject, ListWatchOptions, ReflectOptions, Transport } from 'rx-informer';
import type { KindName } from '../support/kinds.ts';
import type { Witness } from '../support/witness.ts';

/** What a watcher is given to run with. */
interface Ground {
  readonly config: KubeConfig;
  /** On Node's `http` or `https`, by the config. */
  readonly kube: Transport;
  /** On `fetch`. */
  readonly web: Transport;
  /** Quick to try again, and to notice silence. Failures are counted. */
  readonly reflect: ReflectOptions;
  readonly failed: () => unknown;
  readonly witness: (name: string) => Witness;
}

/** One informer that runs, by whatever face. */
export interface Running {
  readonly stored: () => Iterable<KubeObject>;
  readonly witnesses: readonly Witness[];
  readonly stop: () => void;
}

/** One informer: what it watches, and through which face. */
export interface Watcher {
  readonly name: string;
  readonly kind: KindName;
  readonly scope: ListWatchOptions;
  /** The same as the scope says, in plain code. */
  readonly holds: (object: KubeObject) => boolean;
  /** False: it waits for minutes before it suspects silence. */
  readonly noticesSilence: boolean;
  readonly run: (ground: Ground) => Running;
}
