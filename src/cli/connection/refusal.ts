import { ConnectionError, ProtocolError, StatusError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { tokenVariable } from './token.ts';

/** Why a server could not be asked what it offers, and what to do about it; any other error stays as it is. */
export function refusalOf(server: string, error: unknown): unknown {
  if (error instanceof StatusError) {
    if (error.code === 401) {
      return new CommandError(`${server} refused the login: ${error.message}`, {
        hints: [`Is the token right and not expired? It comes from --token or ${tokenVariable}.`],
        cause: error,
      });
    }
    return new CommandError(`${server} answered ${error.code}: ${error.message}`, { cause: error });
  }
  if (error instanceof ConnectionError) {
    const hint = connectionHint(error);
    return new CommandError(`cannot reach ${server}: ${error.message}`, {
      hints: hint === undefined ? [] : [hint],
      cause: error,
    });
  }
  if (error instanceof ProtocolError) {
    return new CommandError(`${server} does not answer as a Kubernetes API server does: ${error.message}`, {
      hints: ['Is the URL right, with its port and its path?'],
      cause: error,
    });
  }
  return error;
}

function connectionHint(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code !== 'string') continue;
    if (untrusted.has(code)) return 'Give the certificate of its authority: --certificate-authority FILE';
    if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER') {
      return 'It does not seem to speak TLS: is it http:// there?';
    }
  }
  return undefined;
}

/** Node's codes for a certificate that nobody known has signed. */
const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
