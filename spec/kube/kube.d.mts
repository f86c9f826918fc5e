/** A running kube-apiserver and its etcd. `up` returns it, and `load` reads it again. */
export interface Cluster {
  /** The address of kube-apiserver: `https://127.0.0.1:<port>`. */
  readonly server: string;
  /** The token of a member of `system:masters`. */
  readonly token: string;
  /** The token of a user without permissions. */
  readonly limitedToken: string;
  /** The file with the certificate of the server, as PEM. */
  readonly caFile: string;
  readonly kubeconfig: string;
  /** The address of etcd: `http://127.0.0.1:<port>`. */
  readonly etcd: string;
  readonly dir: string;
  /** The process ids. `start` updates them. */
  readonly pids: Readonly<Record<Server, number>>;
  readonly args: Readonly<Record<Server, readonly string[]>>;
}

/** The two processes of a cluster. */
export type Server = 'etcd' | 'kube-apiserver';

/** The folder of the binaries. `build` creates it. */
export declare const assets: string;

/** Whether both servers are installed, or can be built. */
export declare function isAvailable(): boolean;

/**
 * Compiles the programs that are missing in `assets`; by default the servers. The keys are Go modules, and the values
 * names of binaries. Returns `assets`.
 */
export declare function build(programs?: Readonly<Record<string, string>>): string;

/**
 * Starts both servers on free ports, with additional `flags` of kube-apiserver. `token` is the token of the
 * administrator. By default it is a random value.
 */
export declare function up(flags?: readonly string[], token?: string): Promise<Cluster>;

/** Stops both servers and removes their files. */
export declare function down(cluster: Cluster): Promise<void>;

/** Reads the cluster in `dir`, which another process has started. */
export declare function load(dir: string): Cluster;

/**
 * Starts a server (again) on its port, once the port is free, with its existing data. Waits until the server answers.
 */
export declare function start(cluster: Cluster, name?: Server): Promise<void>;

/** Stops a server. Resolves when its process and its sockets are gone. */
export declare function stop(cluster: Cluster, name?: Server, signal?: NodeJS.Signals): Promise<void>;

/** Whether a server runs, or has not ended completely. */
export declare function running(cluster: Cluster, name: Server): boolean;

/** Compacts all revisions up to now. It takes effect at once without a watch cache, else within 15 s. */
export declare function compact(cluster: Cluster): Promise<void>;
