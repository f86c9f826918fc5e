/** Declares names that the examples in the documentation use but do not define. The file contains only types. */
import type { Observable } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import type {
  Change,
  Informer,
  KubeObject,
  KubeRequest,
  ListerWatcher,
  ListPage,
  ReflectorEvent,
  StoreSubject,
  Transport,
  WatchEvent,
} from 'rx-informer';
import type { Condition } from 'rx-informer/client';
import type { ReconcileContext } from 'rx-informer/controller';
import type { Deployment, Node, Pod, Secret } from 'rx-informer/kinds';

export declare const transport: Transport;
export declare const source: ListerWatcher<Pod>;
/** Some examples use this name for an informer, other examples for a source. */
export declare const pods: Informer<Pod> & ListerWatcher<Pod>;
export declare const nodes: Informer<Node>;
export declare const deployments: Informer<Deployment> & ListerWatcher<Deployment>;
export declare const store: StoreSubject<Pod>;
export declare const events$: Observable<ReflectorEvent<Pod>>;
export declare const node: Node;
export declare const deployment: Deployment;
export declare function render(change: Change<Pod>): void;
export declare function release(pod: Pod): void;
export declare function reconcile(context: ReconcileContext): Promise<void>;
export declare function byNode(pod: KubeObject): readonly string[];
export declare function nextSlice(): void;
export declare const response: Response;
export declare const request: KubeRequest;
export declare const text: string;
export interface Widget extends KubeObject {
  readonly spec: { readonly size: number };
}
export declare const session: { readonly idToken: string };
export declare const cold: RunHelpers['cold'];
export declare const expectObservable: RunHelpers['expectObservable'];
export declare const pages: Readonly<Record<string, ListPage<Pod>>>;
export declare const events: Readonly<Record<string, WatchEvent<Pod>>>;
export declare const values: Readonly<Record<string, unknown>>;
/** The lines of a recording. */
export declare const lines: readonly string[];
export declare const body$: Observable<Uint8Array>;

interface Website extends KubeObject {
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly conditions?: readonly Condition[] };
}
export declare const website: Website;
export declare const websites: Informer<Website>;
export declare const secrets: Informer<Secret>;
export declare const configChanged$: Observable<unknown>;
export declare function deploy(deployment: Deployment | undefined): void;
