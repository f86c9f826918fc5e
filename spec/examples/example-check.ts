import type { KubeObject } from 'rx-informer';

/**
 * The check of an example: what it has to do, and how it ends. The check of each example is in `checks/STEM.check.ts`.
 */
export interface ExampleCheck {
  /** Creates objects before the example starts. */
  readonly prepare?: (example: Pick<ExampleRun, 'namespace' | 'cluster'>) => Promise<void>;
  /** Changes the cluster, and reads the output of the example. Rejects if the output is wrong. */
  readonly run: (example: ExampleRun) => Promise<void>;
  /** How the example ends, with code 0: by itself within a minute after `run`, or only after an interrupt. */
  readonly ends: 'by-itself' | 'on-interrupt';
  /**
   * The permissions of the example's user, as the rules of a ClusterRole. Without this the user has all permissions.
   */
  readonly rights?: readonly AccessRule[];
  /** Environment variables of the example besides `KUBECONFIG` and `PORT`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A rule of a ClusterRole; `*` matches all. */
export interface AccessRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** A running example and its cluster. Only the check writes to the cluster: it has no controllers and no kubelet. */
export interface ExampleRun {
  /**
   * The namespace of this example alone; the context of its kubeconfig names it. On a real server other namespaces have
   * other objects.
   */
  readonly namespace: string;
  /** The variable `PORT` of the example, for examples that serve HTTP. */
  readonly port: number;
  readonly cluster: ExampleCluster;
  /** The requests of the example to the API server so far: `GET /api/v1/pods?limit=500`. */
  readonly requests: readonly string[];
  /** Resolves once the output so far matches. Rejects with the output after a minute, or when the example ends. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly output: () => string;
  /** Resets the example's connections to the API server, and refuses new ones. */
  readonly cut: () => void;
  /** Leaves the connections open, but does not answer new requests. */
  readonly stall: () => void;
  /** Serves the connections and requests again. */
  readonly mend: () => void;
  /** Sends SIGINT. */
  readonly interrupt: () => void;
  /** Resolves with the exit code; 128 plus the number of a signal, as in a shell. */
  readonly ended: Promise<number>;
}

/** Requests of the administrator to the API server. Each rejects for a status other than 2xx. */
export interface ExampleCluster {
  readonly create: (path: string, body: object) => Promise<KubeObject>;
  /** Sends a merge patch. */
  readonly patch: (path: string, mergePatch: object) => Promise<KubeObject>;
  readonly remove: (path: string) => Promise<KubeObject>;
  readonly get: (path: string) => Promise<KubeObject>;
  /** Adds the custom resource `gadgets` of `example.net/v1`, kind `Gadget`, namespaced. Resolves once it is served. */
  readonly defineGadgets: () => Promise<void>;
  /**
   * Deletes the definition of `gadgets`, and with it all gadgets. Resolves once the resource is not served any more.
   */
  readonly withdrawGadgets: () => Promise<void>;
}
