import type { Agent } from 'node:http';
import { catchError, defer, from, map, type Observable, of, throwError } from 'rxjs';
import { OptionsError } from '../objects/index.ts';
import { credentialsError } from '../source/index.ts';
import type { KubeConfigLike } from './kube-config-like.ts';
import { type TlsMaterial, tlsMaterialOf } from './tls-material.ts';

/** Where to and as whom, as a `KubeConfig` says it at this moment. */
export interface Credentials {
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `name:password`, for basic authentication. */
  readonly auth: string | undefined;
  readonly tls: TlsMaterial;
  /** The way through the proxy of a cluster that has a `proxy-url`; else there is none to borrow. */
  readonly proxyAgent: Agent | undefined;
}

/** Asks anew at each subscription: tokens rotate, and exec plugins run when they have expired. */
export function credentialsOf(config: KubeConfigLike): Observable<Credentials> {
  return defer(() => {
    const cluster = config.getCurrentCluster();
    if (cluster === null)
      throw new OptionsError('kubeConfigTransport: config', '(not shown)', 'one with a current cluster');

    const options: FilledOptions = { headers: {} };
    return from(config.applyToHTTPSOptions(options)).pipe(
      catchError((error: unknown) =>
        isPlainHttpRefused(error) ? of(undefined) : throwError(() => credentialsError(error)),
      ),
      map(() => ({
        server: cluster.server,
        headers: trimmed(options.headers ?? {}),
        auth: options.auth,
        tls: tlsMaterialOf(options),
        proxyAgent: cluster.proxyUrl === undefined ? undefined : options.agent,
      })),
    );
  });
}

/** What client-node writes into the options it is given, as far as it is used. */
interface FilledOptions extends TlsMaterial {
  headers?: Record<string, unknown>;
  auth?: string;
  agent?: Agent;
}

/**
 * client-node makes no agent for a plain `http:` server without `skipTLSVerify`, and throws. That agent is not needed, and
 * by then everything else is filled in.
 */
const isPlainHttpRefused = (error: unknown): boolean =>
  String((error as Partial<Error> | null)?.message).startsWith('HTTP protocol is not allowed');

/** A token read from a file may end in a line feed, which no header may hold. */
const trimmed = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value).trim()]),
  );
