import type { Shard } from '../../reflector/index.ts';
import type { ConnectionOptions } from '../connection/connection.ts';

/** The parsed command line of `rx-informer watch`. */
export interface WatchRequest {
  readonly command: 'watch';
  readonly connection: ConnectionOptions;
  /** The collections to watch, as the user typed them, such as `pods,deploy/web`. */
  readonly resource: string;
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly shard?: Shard;
  readonly output: 'table' | 'json';
  readonly untilSynced: boolean;
}

/** The parsed command line of `rx-informer record`. */
export interface RecordRequest {
  readonly command: 'record';
  readonly connection: ConnectionOptions;
  /** The collection to record, as the user typed it. */
  readonly resource: string;
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  /** The file to write to. If absent, the command writes to stdout. */
  readonly file?: string;
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
  /** Duration of the recording, in ms. If absent, the command records until the user stops it. */
  readonly duration?: number;
  readonly keepSecrets: boolean;
}

/** The parsed command line of `rx-informer replay`. */
export interface ReplayRequest {
  readonly command: 'replay';
  readonly file: string;
  /** The speed of the replay, as a multiple of the recorded speed. With Infinity, the replay never waits. */
  readonly speed: number;
  readonly output: 'table' | 'json';
}

/** The parsed command line of `rx-informer start` with a connection option. */
export interface StartRequest {
  readonly command: 'start';
  readonly connection: ConnectionOptions;
}

/** The parsed command line of `rx-informer demo`, or of `rx-informer start` without a connection option. */
export interface DemoRequest {
  readonly command: 'demo';
  /** The size of the simulated churn. If absent, the demo simulates the small cluster with its deployments. */
  readonly churn?: { readonly pods: number; readonly rate: number };
  /** Regular expressions of origins, as for `apiserver`. Pages of these origins may read the answers. */
  readonly corsAllowedOrigins?: readonly string[];
  /** The port to listen on. If absent, the demo uses port 8080, or any free port if 8080 is in use. */
  readonly port?: number;
  readonly host: string;
}

/** The parsed command line of `rx-informer apiserver`. */
export interface ApiServerRequest {
  readonly command: 'apiserver';
  /** The port to listen on. If absent, the server uses port 8080, or any free port if 8080 is in use. */
  readonly port?: number;
  readonly host: string;
  readonly token?: string;
  readonly seed?: string;
  /** Regular expressions of origins. Pages of these origins may read the answers. */
  readonly corsAllowedOrigins?: readonly string[];
  /**
   * The snapshot file. If the file exists, the command restores the server from the file. At its end, the command
   * writes the file.
   */
  readonly snapshot?: string;
  /** The faults to add, as the user typed them. */
  readonly faults?: readonly string[];
  /** Whether the server uses HTTPS, with a certificate that it generates. */
  readonly tls?: true;
  /** The file to which the command writes a kubeconfig for the server. */
  readonly writeKubeconfig?: string;
  /** Whether the server has the options that the conformance checks need. */
  readonly conformance?: true;
}

/** The parsed command line of `rx-informer types`. */
export interface TypesRequest {
  readonly command: 'types';
  /** The files with the definitions; `-` is stdin. If absent, the command reads the definitions of the cluster. */
  readonly files?: readonly string[];
  readonly connection: ConnectionOptions;
  /** The names of definitions and groups. If absent, the command writes the types of all definitions. */
  readonly only?: readonly string[];
  /** The file to write to. If absent, the command writes to stdout. */
  readonly file?: string;
}

/** The parsed command line of `rx-informer inspect`. */
export interface InspectRequest {
  readonly command: 'inspect';
  /** The address of the program, as the user typed it. */
  readonly url: string;
  readonly output: 'table' | 'json';
}

/** The command to run, with its options. */
export type Request =
  | WatchRequest
  | RecordRequest
  | ReplayRequest
  | StartRequest
  | DemoRequest
  | ApiServerRequest
  | TypesRequest
  | InspectRequest;

/** The result of parsing a command line: the command to run, or an exit code if no command runs. */
export type Reading = Request | { readonly command: 'exit'; readonly exitCode: number };
