import type { Shard } from '../../reflector/index.ts';
import type { ConnectionOptions } from '../connection/connection.ts';

/** What was typed behind `watch`. */
export interface WatchRequest {
  readonly command: 'watch';
  readonly connection: ConnectionOptions;
  /** One or several, as they were typed. */
  readonly resource: string;
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly shard?: Shard;
  readonly output: 'table' | 'json';
  readonly untilSynced: boolean;
}

/** What was typed behind `record`. */
export interface RecordRequest {
  readonly command: 'record';
  readonly connection: ConnectionOptions;
  /** As it was typed. */
  readonly resource: string;
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  /** Absent: stdout. */
  readonly file?: string;
  /** Whether a file that is there is written anew. */
  readonly force: boolean;
  /** Ms; absent: until it is stopped. */
  readonly duration?: number;
  readonly keepSecrets: boolean;
}

/** What was typed behind `replay`. */
export interface ReplayRequest {
  readonly command: 'replay';
  readonly file: string;
  /** Infinity: at once. */
  readonly speed: number;
  readonly output: 'table' | 'json';
}

/** What was typed behind `start` that leads to a cluster. */
export interface StartRequest {
  readonly command: 'start';
  readonly connection: ConnectionOptions;
}

/** What was typed behind `demo`, or behind `start` with no word of a cluster. */
export interface DemoRequest {
  readonly command: 'demo';
  /** Absent: the small cluster, with its deployments. */
  readonly churn?: { readonly pods: number; readonly rate: number };
  /** As for `apiserver`. */
  readonly corsAllowedOrigins?: readonly string[];
  /** Absent: 8080, or any that is free where that is taken. */
  readonly port?: number;
  readonly host: string;
}

/** What was typed behind `apiserver`. */
export interface ApiServerRequest {
  readonly command: 'apiserver';
  /** Absent: 8080, or any that is free where that is taken. */
  readonly port?: number;
  readonly host: string;
  readonly token?: string;
  readonly seed?: string;
  /** Regular expressions of the origins whose pages may read the answers. */
  readonly corsAllowedOrigins?: readonly string[];
  /** The file that it begins with, if it is there, and that it leaves behind. */
  readonly snapshot?: string;
  /** What is to go wrong, as it was typed. */
  readonly faults?: readonly string[];
  /** Whether it serves HTTPS, with a certificate of its own making. */
  readonly tls?: true;
  /** The file that gets a kubeconfig for it. */
  readonly writeKubeconfig?: string;
  /** Whether it is to be the server that the checks of the protocol ask for. */
  readonly conformance?: true;
}

/** What to do. */
export type Request =
  WatchRequest | RecordRequest | ReplayRequest | StartRequest | DemoRequest | ApiServerRequest;

/** A command line, read: what to do, or nothing more than to end with this code. */
export type Reading = Request | { readonly command: 'exit'; readonly exitCode: number };
