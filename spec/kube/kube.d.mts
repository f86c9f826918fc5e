/** A running pair of servers; what `up` returns and `load` reads again. */
export interface Cluster {
  /** Where kube-apiserver serves, as `https://127.0.0.1:<port>`. */
  readonly server: string;
  /** Of a member of `system:masters`. */
  readonly token: string;
  /** Of a user without any rights. */
  readonly limitedToken: string;
  /** The certificate of the server, as PEM. */
  readonly caFile: string;
  readonly kubeconfig: string;
  /** Where etcd serves, as `http://127.0.0.1:<port>`. */
  readonly etcd: string;
  readonly dir: string;
  /** `start` renews them. */
  readonly pids: Readonly<Record<Server, number>>;
  readonly args: Readonly<Record<Server, readonly string[]>>;
}

/** The two processes of a cluster. */
export type Server = 'etcd' | 'kube-apiserver';

/** Where the binaries are, or will be after `build`. */
export declare const assets: string;

/** Whether both servers are there, or can be built. */
export declare function isAvailable(): boolean;

/** Compiles what `assets` lacks of programs, the servers by default: modules by the names of their binaries; returns `assets`. */
export declare function build(programs?: Readonly<Record<string, string>>): string;

/** Starts both servers on free ports; `flags` are added to kube-apiserver's. */
export declare function up(flags?: readonly string[]): Promise<Cluster>;

/** Ends both servers and removes all that they left. */
export declare function down(cluster: Cluster): Promise<void>;

/** The cluster in `dir`, as another process left it. */
export declare function load(dir: string): Cluster;

/** Starts a server (again), on its port once that is free, and over its data; waits until it serves. */
export declare function start(cluster: Cluster, name?: Server): Promise<void>;

/** Ends a server; over when its process is gone, and its sockets with it. */
export declare function stop(cluster: Cluster, name?: Server, signal?: NodeJS.Signals): Promise<void>;

/** Whether a server runs, or is still about to end. */
export declare function running(cluster: Cluster, name: Server): boolean;

/** Forgets all revisions before now: at once where there is no watch cache, else within 15 s. */
export declare function compact(cluster: Cluster): Promise<void>;
