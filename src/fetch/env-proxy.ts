/** The part of Node's `process` that is read. A browser has none. */
interface NodeProcess {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly execArgv?: readonly string[];
}

/**
 * The host of the proxy that Node's `fetch` sends an `http:` request to, as the environment says it; `undefined`: none.
 * Node reads `HTTP_PROXY` and `NO_PROXY` where `NODE_USE_ENV_PROXY=1` or `--use-env-proxy` asks for it.
 */
export function envProxyHost({ protocol, hostname, port }: URL): string | undefined {
  const { env = {}, execArgv = [] } =
    (globalThis as { readonly process?: NodeProcess | undefined }).process ?? {};
  const flags = `${execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`;
  if (env['NODE_USE_ENV_PROXY'] !== '1' && !/--use[-_]env[-_]proxy/.test(flags)) return undefined;

  const proxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
  if (protocol !== 'http:' || proxy === '') return undefined;
  const excepted = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  const names = [hostname, `${hostname}:${port === '' ? '80' : port}`];
  const isExcepted = excepted
    .toLowerCase()
    .split(/[,\s]/)
    .some((name) => names.includes(name));
  if (excepted === '*' || isExcepted) return undefined;
  return URL.canParse(proxy) ? new URL(proxy).hostname : proxy;
}
