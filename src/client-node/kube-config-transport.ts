import type { IncomingMessage } from 'node:http';
import { unescape } from 'node:querystring';
import {
  catchError,
  defer,
  finalize,
  mergeMap,
  type Observable,
  type Observer,
  Subject,
  tap,
  throwError,
} from 'rxjs';
import {
  aBoolean,
  aFunction,
  checkArgument,
  checkOptions,
  REDACTED,
  KubeError,
  OptionsError,
  ProtocolError,
  type Rule,
  type StringMap,
} from '../objects/index.ts';
import {
  aHeadersTimeout,
  brokenOffError,
  checkCredentialsRoute,
  type CredentialRedactor,
  createCredentialRedactor,
  exceptWebPages,
  isSuccessStatus,
  hasCredentials,
  type HeadersTimeout,
  headersWithin,
  reportLateAnswer,
  reportWarnings,
  type KubeRequest,
  noAnswerError,
  throwErrorResponse,
  requestTarget,
  credentialsInHeaders,
  type Transport,
  withoutTrailingSlashes,
} from '../source/index.ts';
import { type AgentPool, createAgentPool } from './agent-pool.ts';
import { bodyOf, exchange } from './exchange.ts';
import { credentialProviderOf } from './credential-provider.ts';
import type { Credentials, KubeConfigLike } from './credentials.ts';

/** The options of `kubeConfigTransport`. */
export interface KubeConfigTransportOptions extends HeadersTimeout {
  /**
   * Whether the transport may send credentials over plain `http:` to another host. By default, tokens and
   * passwords are sent only to an `https:` server, or to the local host (`127.0.0.0/8`, `::1`, `localhost`).
   * A request with credentials over plain `http:` to another host or through a proxy fails with an
   * `OptionsError`, and nothing is sent. Set the option to true only if the network is trusted or encrypted.
   */
  readonly allowInsecureCredentials?: boolean;
}

/**
 * Creates a transport on `node:https` and `node:http` that uses a `KubeConfig` of `@kubernetes/client-node`, 1.4 or 2.x.
 *
 * For each request, the transport reads the current credentials and TLS settings from the config. So client
 * certificates, tokens, token files, exec plugins and auth-provider plugins work. The CA, the TLS server name
 * and `insecure-skip-tls-verify` work, too. After a 401 the next request refreshes plugins and files, at most
 * once in 5 s. The token is sent only to the configured server.
 *
 * The transport has its own keep-alive agent, and creates a new agent when the TLS material or the proxy
 * changes. TCP keep-alive probes begin after 30 s without data. A plain `http:` server also works, and needs
 * no `skipTLSVerify`. Tokens and passwords over `http:` go only to the local host, unless
 * `allowInsecureCredentials` is set. The transport sends no `Accept-Encoding`, and follows no redirect.
 *
 * - A cluster's `proxy-url` can be an `http:`, `https:`, `socks4:` or `socks5:` URL with a password. The
 * proxy resolves host names. As in client-go, the password goes to the proxy without encryption, except with
 * `https:`. As in client-node, environment variables such as `HTTPS_PROXY` and `NO_PROXY` are ignored.
 * - If the kubeconfig names a CA, only this CA is trusted. Otherwise the CAs of Node and of `NODE_EXTRA_CA_CERTS` are trusted.
 * - client-node reads a token file again once a minute if the user has `auth-provider: { config: { tokenFile } }`, as in a pod.
 *   client-node reads the field `token-file` only when it loads the config, and ignores the field `tokenFile`. client-node reads
 *   each file that a config names completely, so a pipe or a device blocks the process. Check the files before you load an
 *   untrusted kubeconfig.
 * - An exec plugin without an expiry runs again only after a 401, as in client-go. Concurrent requests share a run, over all
 *   transports of one `config`. A plugin that still runs when the process exits gets a SIGTERM.
 *
 * @throws OptionsError if `config` is not like a `KubeConfig` or has no current cluster, and for an unknown option
 *
 * @example
 * ```ts
 * const config = new KubeConfig();
 * config.loadFromDefault();
 * const pods = listWatch(kubeConfigTransport(config), core.v1.pods);
 * ```
 */
export function kubeConfigTransport(
  config: KubeConfigLike,
  options: KubeConfigTransportOptions = {},
): Transport {
  checkArgument('kubeConfigTransport: config', config, aKubeConfig);
  checkOptions('kubeConfigTransport', options, {
    allowInsecureCredentials: aBoolean,
    headersTimeout: aHeadersTimeout,
  });
  checkLoaded(config);
  const provider = credentialProviderOf(config);
  const agents = createAgentPool();
  const redactor = createCredentialRedactor();
  return {
    redact: redactor.redact,
    open: (request) =>
      defer(() => {
        const answered = new Subject<void>();
        return provider.credentials$.pipe(
          mergeMap(({ credentials, reject }) =>
            send(request, credentials, agents, redactor, options, answered).pipe(
              tap({
                error: (error: unknown) => {
                  // The class `unauthorized` means a 401, or a proxy that redirects to a login page.
                  if (error instanceof KubeError && error.failure === 'unauthorized') reject();
                },
              }),
            ),
          ),
          // `reportLateAnswer` also counts the time to obtain credentials, because an exec plugin can be
          // slow.
          reportLateAnswer(request, answered),
        );
      }),
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

/**
 * Throws an OptionsError for a `KubeConfig` without a cluster. A `KubeConfig` that was not loaded has no
 * cluster, and each request would fail.
 */
function checkLoaded(config: KubeConfigLike): void {
  if (config.getCurrentCluster() !== null) return;
  throw new OptionsError(
    'kubeConfigTransport: config',
    REDACTED,
    'a KubeConfig with a current cluster',
    'call loadFromDefault() or another of its load methods first, and look whether the kubeconfig names a current-context that it has',
  );
}

function send(
  request: KubeRequest,
  credentials: Credentials,
  agents: AgentPool,
  redactor: CredentialRedactor,
  options: KubeConfigTransportOptions,
  answered: Pick<Observer<void>, 'next'>,
): Observable<Uint8Array> {
  const { method = 'GET', body } = request;
  const { auth, headers, tls, proxy } = credentials;
  const url = urlOf(credentials.server, request);

  const sent = {
    accept: 'application/json',
    'user-agent': 'rx-informer',
    // The header `content-length` is set here, because Node omits this header for a DELETE. The body would
    // then break the next request on the same socket.
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...lowerCased(request.headers),
    ...headers,
  };

  if (hasCredentials(Object.keys(sent)) || auth !== undefined || authOf(url) !== '') {
    checkCredentialsRoute({
      of: 'kubeConfigTransport',
      url,
      proxyHost: proxy?.host,
      allowInsecureCredentials: options.allowInsecureCredentials,
    });
  }
  const secrets = [
    ...credentialsInHeaders(Object.entries(sent)),
    ...secretsOf(auth),
    ...secretsOf(authOf(url)),
  ];

  return defer(() => {
    const forget = redactor.remember(secrets);
    let isAnswered = false;
    const lease = agents.lease({ protocol: url.protocol, tls, proxy });
    return exchange(url, {
      method,
      body,
      agent: lease.agent,
      endSignal: lease.endSignal,
      ...(auth !== undefined && { auth }),
      headers: sent,
    }).pipe(
      headersWithin(options, request, url.origin),
      mergeMap((response) => {
        isAnswered = true;
        answered.next();
        reportWarnings(request, response.headers.warning);
        return answerOf(request, response, secrets);
      }),
      catchError((error: unknown) =>
        throwError(() => (isAnswered ? brokenOffError(url.origin, error) : noAnswerError(url.origin, error))),
      ),
      finalize(() => {
        lease.release();
        forget();
      }),
    );
  });
}

function answerOf(
  request: KubeRequest,
  response: IncomingMessage,
  secrets: readonly string[],
): Observable<Uint8Array> {
  const { statusCode: code = 0, headers } = response;
  if (!isSuccessStatus(request.method ?? 'GET', code)) {
    const retryAfter = headers['retry-after'];
    return throwErrorResponse({ code, retryAfter, body$: bodyOf(response), request, secret: secrets });
  }
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  // The error does not show an unknown encoding, because the value can contain a part of the token.
  const shown = /^(?:gzip|deflate|br|zstd|compress)$/.test(encoding) ? encoding : 'something else';
  if (encoding === 'identity') {
    return bodyOf(response, request.paused$).pipe(exceptWebPages(headers['content-type'], request));
  }
  return throwError(
    () =>
      new ProtocolError(`the answer came as ${shown}, which was not requested: check the proxy in between`),
  );
}

function urlOf(server: string, request: KubeRequest): URL {
  const target = requestTarget(request);
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server)) {
    const shown = server.includes('@') ? '(not shown)' : server; // the text before the @ can contain a password
    throw new OptionsError("kubeConfigTransport: the cluster's server", shown, 'an http or https URL');
  }
  return new URL(withoutTrailingSlashes(server) + target);
}

/** Returns the value of the `Authorization` header that Node creates from `auth`, and the password. */
const secretsOf = (auth = ''): readonly string[] => [
  Buffer.from(auth).toString('base64'),
  auth.replace(/^[^:]*:/, ''),
];

/** Returns the credentials in the URL. Node creates the `Authorization` header from them. */
const authOf = ({ username, password }: URL): string =>
  username + password === '' ? '' : [username, password].map((part) => unescape(part)).join(':');

const lowerCased = (headers: StringMap = {}): StringMap =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
