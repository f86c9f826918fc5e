import type { IncomingMessage } from 'node:http';
import { catchError, defer, finalize, mergeMap, type Observable, throwError } from 'rxjs';
import {
  aFunction,
  checkArgument,
  OptionsError,
  ProtocolError,
  type Rule,
  type StringMap,
} from '../objects/index.ts';
import {
  brokenOffError,
  type KubeRequest,
  noAnswerError,
  refused,
  requestTarget,
  type Transport,
} from '../source/index.ts';
import { type AgentKeeper, createAgentKeeper } from './agent-keeper.ts';
import { type Credentials, credentialsOf } from './credentials.ts';
import { bodyOf, exchange } from './exchange.ts';
import type { KubeConfigLike } from './kube-config-like.ts';

/**
 * A transport on `node:https` and `node:http` that borrows a `KubeConfig` of `@kubernetes/client-node`, 1.4 or 2.x.
 *
 * Asks it for credentials at each request, and takes headers and TLS material. The agent is our own: one, with keep-alive,
 * and another when the TLS material changes. Only for a cluster with a `proxy-url` its agent is used, which knows the
 * way. Speaks plain `http:` too, without `skipTLSVerify`. Sends no `Accept-Encoding`, and follows no redirect.
 *
 * @throws OptionsError when `config` is not like a `KubeConfig`
 *
 * @example
 * ```ts
 * const config = new KubeConfig();
 * config.loadFromDefault();
 * const pods = listWatch(kubeConfigTransport(config), core.v1.pods);
 * ```
 */
export function kubeConfigTransport(config: KubeConfigLike): Transport {
  checkArgument('kubeConfigTransport: config', config, aKubeConfig);
  const agents = createAgentKeeper();
  return {
    open: (request) =>
      credentialsOf(config).pipe(mergeMap((credentials) => send(request, credentials, agents))),
  };
}

const aKubeConfig: Rule = {
  allowed: 'a KubeConfig, or what has its getCurrentCluster and applyToHTTPSOptions',
  secret: true,
  test: (given) => {
    const like = given as Partial<KubeConfigLike> | null | undefined;
    return aFunction.test(like?.getCurrentCluster) && aFunction.test(like?.applyToHTTPSOptions);
  },
};

function send(request: KubeRequest, credentials: Credentials, agents: AgentKeeper): Observable<Uint8Array> {
  const { method = 'GET', body } = request;
  const { auth, headers, tls, proxyAgent } = credentials;
  const url = urlOf(credentials.server, request);

  return defer(() => {
    let isAnswered = false;
    const lease = proxyAgent === undefined ? agents.lease(url.protocol, tls) : undefined;
    return exchange(url, {
      method,
      body,
      agent: lease?.agent ?? proxyAgent,
      ...(auth !== undefined && { auth }),
      headers: {
        accept: 'application/json',
        'user-agent': 'rx-informer',
        // Node leaves it out of a DELETE, and the body then breaks the next request on the socket.
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...lowerCased(request.headers),
        ...headers,
      },
    }).pipe(
      mergeMap((response) => {
        isAnswered = true;
        return answerOf(response, secretOf(credentials));
      }),
      catchError((error: unknown) =>
        throwError(() => (isAnswered ? brokenOffError(url.origin, error) : noAnswerError(url.origin, error))),
      ),
      finalize(() => lease?.release()),
    );
  });
}

function answerOf(response: IncomingMessage, secret: string | undefined): Observable<Uint8Array> {
  const { statusCode: code = 0, headers } = response;
  if (code < 200 || code > 299) {
    return refused({ code, retryAfter: headers['retry-after'], body$: bodyOf(response), secret });
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return bodyOf(response);
  return throwError(
    () =>
      new ProtocolError(
        `the answer came as ${encoding}, which was not asked for: look at the proxy in between`,
      ),
  );
}

/** What the header says behind `Bearer` or `Basic`. */
const secretOf = ({ auth, headers }: Credentials): string | undefined =>
  auth === undefined ? headers['authorization']?.replace(/^\w+ /, '') : Buffer.from(auth).toString('base64');

function urlOf(server: string, request: KubeRequest): URL {
  const target = requestTarget(request);
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server)) {
    const shown = server.includes('@') ? '(not shown)' : server; // before the @ stands a password
    throw new OptionsError("kubeConfigTransport: the cluster's server", shown, 'an http or https URL');
  }
  return new URL(server.replace(/\/+$/, '') + target);
}

const lowerCased = (headers: StringMap = {}): StringMap =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
