import type { KubeObject } from 'rx-informer';

/** The check of one example program. The check of an example is in the file `checks/STEM.check.ts`. */
export interface ExampleCheck {
  /** Creates objects before the example program starts. */
  readonly prepare?: (example: Pick<ExampleRun, 'namespace' | 'cluster' | 'user'>) => Promise<void>;
  /** Changes the cluster, and reads the output of the example program. Rejects if the output is wrong. */
  readonly run: (example: ExampleRun) => Promise<void>;
  /**
   * How the example program ends: by itself within a minute after `run`, or only after a SIGINT. In both cases, the
   * exit code must be 0.
   */
  readonly ends: 'by-itself' | 'on-interrupt';
  /**
   * The example program connects as a user with these permissions. They are rules of a ClusterRole. By default, the
   * user has all permissions.
   */
  readonly rights?: readonly AccessRule[];
  /** Returns environment variables of the example program, in addition to `KUBECONFIG` and `PORT`. */
  readonly environment?: (namespace: string) => Readonly<Record<string, string>>;
}

/** A rule of a ClusterRole. `*` means all. */
export interface AccessRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** An API server to which the example program connects. */
export interface ExampleApiServer {
  readonly cluster: ExampleCluster;
  /** The address for the example program. */
  readonly url: string;
  /** The certificate authority of the address, in PEM format. */
  readonly ca: string;
  /** The requests that the example program has sent to the API server, for example `GET /api/v1/pods?limit=500`. */
  readonly requests: readonly string[];
  /** Resets the connections of the example program to the API server, and refuses new connections. */
  readonly cut: () => void;
  /** Leaves the connections open, but answers no new request. */
  readonly stall: () => void;
  /** Ends an outage that `cut` or `stall` has begun. */
  readonly mend: () => void;
}

/**
 * A running example program and its cluster. The cluster has no controllers and no kubelet, so only the check writes
 * objects.
 */
export interface ExampleRun extends ExampleApiServer {
  /**
   * The namespace of this run. The context of the kubeconfig contains the same namespace. On a real server, other
   * namespaces contain objects of other users.
   */
  readonly namespace: string;
  /**
   * The port on which the example program serves HTTP, if the program has an HTTP server. The program reads the port
   * from the variable `PORT`.
   */
  readonly port: number;
  /** The name of the user of the example program, for role bindings. */
  readonly user: string;
  /** Starts another API server. The user of an example without `rights` has all permissions there. */
  readonly another: () => Promise<ExampleApiServer>;
  /**
   * Resolves when the output matches the pattern. Rejects with the output after a minute, or when the program ends.
   */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly output: () => string;
  readonly interrupt: () => void;
  /**
   * Resolves with the exit code. For a program that a signal has ended, the code is 128 plus the number of the signal.
   */
  readonly ended: Promise<number>;
}

/**
 * Requests that the check sends to the API server as the administrator. The returned promise rejects if the status is
 * not 2xx.
 */
export interface ExampleCluster {
  readonly create: (path: string, body: object) => Promise<KubeObject>;
  readonly patch: (path: string, mergePatch: object) => Promise<KubeObject>;
  readonly remove: (path: string) => Promise<KubeObject>;
  readonly get: (path: string) => Promise<KubeObject>;
  /**
   * Adds the namespaced custom resource `gadgets` of `example.net/v1`, with the kind `Gadget`. Resolves when the
   * server serves the resource.
   */
  readonly defineGadgets: () => Promise<void>;
  /**
   * Removes the custom resource `gadgets` and all its objects. Resolves when the server no longer serves the resource.
   */
  readonly withdrawGadgets: () => Promise<void>;
}
