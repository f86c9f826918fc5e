import { ConnectionError, KubeError } from '../objects/index.ts';

/**
 * Creates the error of a transport that could not obtain credentials. The thrown value becomes the `cause`.
 * The message does not contain the text of the thrown value, because the text could contain a token.
 */
export function credentialsError(cause: unknown): KubeError {
  if (cause instanceof KubeError) return cause;
  return new ConnectionError('the credentials are not available, so nothing was sent; see the cause', {
    cause,
    answered: false,
  });
}

/** Creates the error of a transport for a request that got no response. */
export function noAnswerError(server: string, cause: unknown): KubeError {
  if (cause instanceof KubeError) return cause;
  const code = codeOf(cause);
  const { why, advice } = noAnswerText(code);
  return new ConnectionError(`no answer from ${server}${inBrackets(code)}: ${why}`, {
    cause: withoutAnswer(cause),
    answered: false,
    advice,
  });
}

/** Creates the error of a transport for a response that ended before the response was complete. */
export function brokenOffError(server: string, cause: unknown): KubeError {
  if (cause instanceof KubeError) return cause;
  return new ConnectionError(
    `the answer of ${server} broke off${inBrackets(codeOf(cause))}; if that happens again and again, check the proxy in between`,
    { cause: withoutAnswer(cause), answered: true },
  );
}

/**
 * Finds a code such as `ECONNREFUSED` in an error or in its causes, because `fetch` wraps errors. A longer
 * text is ignored, because it is not a code.
 */
function codeOf(error: unknown): string | undefined {
  let next = error;
  for (let depth = 0; depth < 3 && typeof next === 'object' && next !== null; depth++) {
    const { code, cause } = next as { readonly code?: unknown; readonly cause?: unknown };
    next = cause;
    if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code;
  }
  return undefined;
}

const inBrackets = (code: string | undefined): string => (code === undefined ? '' : ` (${code})`);

/**
 * Deletes the server's data from an error, because a server can repeat the request with its credentials. An
 * error of Node's HTTP parser contains the bytes that the parser could not parse. An error of TLS contains
 * the certificate, and the message of this error contains the names in the certificate.
 */
function withoutAnswer(error: unknown): unknown {
  let next = error;
  for (let depth = 0; depth < 3 && typeof next === 'object' && next !== null; depth++) {
    for (const name of ['rawPacket', 'data', 'cert', 'reason']) Reflect.deleteProperty(next, name);
    const { code, cause } = next as { readonly code?: unknown; readonly cause?: unknown };
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
      for (const name of ['message', 'stack']) Reflect.set(next, name, otherNames);
    next = cause;
  }
  return error;
}

const otherNames = 'the names in the certificate are not the name of the server';

interface Text {
  readonly why: string;
  readonly advice: string;
}

/**
 * Returns the message and the advice for an error code of Node or of its `fetch`. A browser reports no code
 * and no reason, so the text lists the usual reasons.
 */
function noAnswerText(code: string | undefined): Text {
  if (code === undefined) return isBrowser() ? browser : unknown;
  return texts.find(([codes]) => codes.test(code))?.[1] ?? unknown;
}

const texts: readonly (readonly [RegExp, Text])[] = [
  [
    /^(ENOTFOUND|EAI_\w+)$/,
    {
      why: 'its host name could not be resolved',
      advice: "correct the host name in the server's address, or look at DNS and at the network",
    },
  ],
  [
    /^ECONNREFUSED$/,
    {
      why: 'nothing listens at this address and port',
      advice: 'start the server, or correct its address and port',
    },
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF|GET_ISSUER_CERT).*|CERT_UNTRUSTED)$/,
    {
      why: 'its certificate is self-signed, or of an authority that is not trusted here',
      advice:
        "give the certificate of its authority (ca): `certificate-authority` of the cluster in the kubeconfig, --certificate-authority of the command, NODE_EXTRA_CA_CERTS for Node's fetch",
    },
  ],
  [
    /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    {
      why: 'its certificate is not valid at this time',
      advice: 'renew the certificate, or set the clock right',
    },
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    {
      why: 'its certificate is for another host name',
      advice: 'use a host name of the certificate, or `tls-server-name` of the cluster in the kubeconfig',
    },
  ],
  [
    /^(EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/,
    {
      why: 'no TLS connection came about',
      advice: 'check that the server speaks https at this port, and whether it wants a client certificate',
    },
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT)$/,
    {
      why: 'it cannot be reached over the network',
      advice: 'check the network, the VPN and the firewall between, or correct the address',
    },
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    {
      why: 'the connection was closed before the answer',
      advice: 'retry; if it lasts, check the server and the proxy in between',
    },
  ],
  [
    /^HPE_/,
    {
      why: 'what answers does not speak HTTP as it should',
      advice: "correct the server's address and port, and look whether it is https:// there",
    },
  ],
];

const unknown: Text = {
  why: 'is the address right, the server up, its certificate trusted?',
  advice: "look at the `cause`, the server's address, the server and the network",
};

const browser: Text = {
  why: 'is the address right, the server up, its certificate trusted, and this origin allowed (CORS)? A browser does not say which',
  advice: "look at the browser's console and network tab",
};

const isBrowser = (): boolean => (globalThis as { readonly location?: unknown }).location !== undefined;
