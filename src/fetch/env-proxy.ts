/** The part of Node's `process` that is read. A browser has none. */
interface NodeProcess {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly execArgv?: readonly string[];
}

/**
 * The host of the proxy that Node's `fetch` sends an `http:` request to; `undefined`: none. Node reads `HTTP_PROXY` and
 * `NO_PROXY` where `NODE_USE_ENV_PROXY=1` or `--use-env-proxy` asks for it.
 */
export function envProxyHost({ protocol, hostname, port }: URL): string | undefined {
  const { env = {}, execArgv = [] } =
    (globalThis as { readonly process?: NodeProcess | undefined }).process ?? {};
  if (protocol !== 'http:') return undefined;
  const flags = `${execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`;
  const isAsked = env['NODE_USE_ENV_PROXY'] === '1' || /--use[-_]env[-_]proxy/.test(flags);
  const agent = proxyAgent();
  // An agent that the program has set, or `http.setGlobalProxyFromEnv()`, may have options of its own: it may be any proxy.
  if (agent !== undefined && !(isAsked && agent === 'EnvHttpProxyAgent')) return 'a proxy';

  const proxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
  if (!isAsked || proxy === '') return undefined;
  const excepted = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  const names = [hostname, `${hostname}:${port === '' ? '80' : port}`];
  const isExcepted = excepted
    .toLowerCase()
    .split(/[,\s]/)
    .some((name) => names.includes(name));
  if (excepted === '*' || isExcepted) return undefined;
  return URL.canParse(proxy) ? new URL(proxy).hostname : proxy;
}

/** The class of the dispatcher that the program has given Node's `fetch`, where that is one of proxies. */
function proxyAgent(): string | undefined {
  const dispatcher = (globalThis as unknown as Readonly<Record<symbol, unknown>>)[
    Symbol.for('undici.globalDispatcher.1')
  ] as { readonly constructor?: { readonly name?: unknown } } | null | undefined;
  const name = dispatcher?.constructor?.name;
  return typeof name === 'string' && name.endsWith('ProxyAgent') ? name : undefined;
}
