import type { Shard } from '../../reflector/index.ts';
import type { ConnectionOptions } from '../connection/connection.ts';

/** The request of `watch`. */
export interface WatchRequest {
  readonly command: 'watch';
  readonly connection: ConnectionOptions;
  /** One or several collections, as the user typed them. */
  readonly resource: string;
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly shard?: Shard;
  readonly output: 'table' | 'json';
  readonly untilSynced: boolean;
}

/** The request of `record`. */
export interface RecordRequest {
  readonly command: 'record';
  readonly connection: ConnectionOptions;
  /** One collection, as the user typed it. */
  readonly resource: string;
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  /** Absent: stdout. */
  readonly file?: string;
  /** Whether an existing file is replaced. */
  readonly force: boolean;
  /** Ms; absent: until the command is stopped. */
  readonly duration?: number;
  readonly keepSecrets: boolean;
}

/** The request of `replay`. */
export interface ReplayRequest {
  readonly command: 'replay';
  readonly file: string;
  /** How many times faster than recorded; Infinity: without waits. */
  readonly speed: number;
  readonly output: 'table' | 'json';
}

/** The request of `start` with a cluster. */
export interface StartRequest {
  readonly command: 'start';
  readonly connection: ConnectionOptions;
}

/** The request of `demo`, or of `start` without a connection option. */
export interface DemoRequest {
  readonly command: 'demo';
  /** Absent: the small cluster, with its deployments. */
  readonly churn?: { readonly pods: number; readonly rate: number };
  /** As for `apiserver`. */
  readonly corsAllowedOrigins?: readonly string[];
  /** Absent: 8080, or any free port if 8080 is taken. */
  readonly port?: number;
  readonly host: string;
}

/** The request of `apiserver`. */
export interface ApiServerRequest {
  readonly command: 'apiserver';
  /** Absent: 8080, or any free port if 8080 is taken. */
  readonly port?: number;
  readonly host: string;
  readonly token?: string;
  readonly seed?: string;
  /** Regular expressions of the origins whose pages may read the answers. */
  readonly corsAllowedOrigins?: readonly string[];
  /** The file that the server is restored from, if the file exists, and that the command writes at its end. */
  readonly snapshot?: string;
  /** The faults, as the user typed them. */
  readonly faults?: readonly string[];
  /** Whether the server uses HTTPS, with a certificate that it generates. */
  readonly tls?: true;
  /** The file to write a kubeconfig for the server to. */
  readonly writeKubeconfig?: string;
  /** Whether the server has the options that the checks of the protocol need. */
  readonly conformance?: true;
}

/** The command to run, with its options. */
export type Request =
  WatchRequest | RecordRequest | ReplayRequest | StartRequest | DemoRequest | ApiServerRequest;

/** The result of reading a command line: a request, or only an exit code. */
export type Reading = Request | { readonly command: 'exit'; readonly exitCode: number };
