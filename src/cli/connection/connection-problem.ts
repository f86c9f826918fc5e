/**
 * Describes why a server did not answer. Uses a few words if the code of the error is known; otherwise uses the message
 * of the error.
 */
export function connectionProblem(error: Error): string {
  const code = codeBehind(error);
  if (code === undefined) return error.message;
  if (isUntrusted(code)) return `its certificate is not trusted (${code})`;
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
  CERT_HAS_EXPIRED: 'its certificate has expired',
  EAI_AGAIN: 'the name of the server could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  EHOSTUNREACH: 'no way leads to the server',
  ENETUNREACH: 'no way leads to the server',
  ENOTFOUND: 'the name of the server could not be resolved',
  EPIPE: 'the connection broke off',
  EPROTO: 'it does not speak TLS as it should',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ETIMEDOUT: 'it did not answer in time',
};
