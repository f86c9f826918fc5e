/** Why there was no answer, and what to do. */
interface Text {
  readonly why: string;
  readonly advice: string;
}

/**
 * The text for a code of Node or of its `fetch`. Where there is no code, as in a browser, nothing but a guess can be made:
 * a browser does not say why.
 */
export function noAnswerText(code: string | undefined): Text {
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
      advice: 'look whether the server speaks https at this port, and wants a client certificate',
    },
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT)$/,
    {
      why: 'it cannot be reached over the network',
      advice: 'look at the network, the VPN and the firewall between, or correct the address',
    },
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    {
      why: 'the connection was closed before the answer',
      advice: 'ask again; if it lasts, look at the server and at the proxy in between',
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

/** A window or a worker has a location. */
const isBrowser = (): boolean => (globalThis as { readonly location?: unknown }).location !== undefined;
