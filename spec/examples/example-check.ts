import type { KubeObject } from 'rx-informer';

/** What an example has to do, and how it ends. Beside each example of `examples/`, in `checks/STEM.check.ts`. */
export interface ExampleCheck {
  /** What is there before the example starts. */
  readonly prepare?: (example: Pick<ExampleRun, 'namespace' | 'cluster'>) => Promise<void>;
  /** Works with the cluster and reads what the example prints; rejects where that is not as it should be. */
  readonly run: (example: ExampleRun) => Promise<void>;
  /** By itself within a minute after `run`, or when it is interrupted and not before; in either case with code 0. */
  readonly ends: 'by-itself' | 'on-interrupt';
  /** What the example's user may do, as the rules of a ClusterRole; absent: everything. */
  readonly rights?: readonly AccessRule[];
  /** Given to the example besides `KUBECONFIG` and `PORT`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A rule of a ClusterRole; `*` is all. */
export interface AccessRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** An example that runs, and its cluster. Nothing but the check writes to that: it has no controllers and no kubelet. */
export interface ExampleRun {
  /** Of this example alone; the context of its kubeconfig names it. Of a real server other namespaces have other objects. */
  readonly namespace: string;
  /** Given to the example as `PORT`, for those that serve HTTP. */
  readonly port: number;
  readonly cluster: ExampleCluster;
  /** What the example has asked the API server for so far: `GET /api/v1/pods?limit=500`. */
  readonly requests: readonly string[];
  /** Resolves once the whole output so far matches; rejects with the output after a minute, or when the example is over. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly output: () => string;
  /** Its connections to the API server are reset, and refused from now on. */
  readonly cut: () => void;
  /** Its connections stay, but a new request is not answered. */
  readonly stall: () => void;
  /** They are served again. */
  readonly mend: () => void;
  /** SIGINT. */
  readonly interrupt: () => void;
  /** With the exit code; 128 and more for a signal, as a shell has it. */
  readonly ended: Promise<number>;
}

/** The API server as its administrator writes to it. All of them reject for every status but 2xx. */
export interface ExampleCluster {
  readonly create: (path: string, body: object) => Promise<KubeObject>;
  /** A merge patch. */
  readonly patch: (path: string, mergePatch: object) => Promise<KubeObject>;
  readonly remove: (path: string) => Promise<KubeObject>;
  readonly get: (path: string) => Promise<KubeObject>;
  /** Serves `gadgets` of `example.net/v1`, kind `Gadget`, namespaced; resolves once they are. */
  readonly defineGadgets: () => Promise<void>;
  /** Their definition goes, and with it all gadgets; resolves once they are not served any more. */
  readonly withdrawGadgets: () => Promise<void>;
}
