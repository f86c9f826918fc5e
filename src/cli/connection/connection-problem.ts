/**
 * Describes why a server did not answer. Uses a few words if the code of the error is known; otherwise uses the message
 * of the error.
 */
export function connectionProblem(error: Error): string {
  const code = codeBehind(error);
  if (code === undefined) return error.message;
  if (isUntrusted(code)) return `the certificate of the server is not trusted (${code})`;
  if (code.startsWith('ERR_OSSL_')) return `a certificate or key to log in with cannot be used (${code})`;
  return Object.hasOwn(problems, code) ? `${problems[code] ?? ''} (${code})` : error.message;
}

/** Returns the error code of the innermost error that has a code. */
export function codeBehind(error: unknown): string | undefined {
  let code: string | undefined;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const own = (cause as { code?: unknown }).code;
    if (typeof own === 'string') code = own;
  }
  return code;
}

/** Whether an error code of Node means that no trusted authority has signed a certificate. */
export function isUntrusted(code: string): boolean {
  return /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF).*)$/.test(
    code,
  );
}

const problems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  EAI_AGAIN: 'the name of the server could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  EHOSTUNREACH: 'there is no route to the server',
  ENETUNREACH: 'there is no route to the server',
  ENOTFOUND: 'the name of the server could not be resolved',
  EPIPE: 'the connection broke off',
  EPROTO: 'the server does not follow the TLS protocol',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not use TLS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server has another name',
  ETIMEDOUT: 'the server did not answer in time',
};
