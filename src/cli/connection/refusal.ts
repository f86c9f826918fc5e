import { ConnectionError, ProtocolError, StatusError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { codeBehind, connectionProblem, isUntrusted } from './connection-problem.ts';
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
    const hints = error.message.includes('HTTP request to an HTTPS server') ? ['Is it https:// there?'] : [];
    return new CommandError(`${server} answered ${error.code}: ${textOf(error)}`, { hints, cause: error });
  }
  if (error instanceof ConnectionError) {
    const hints = hintsFor(codeBehind(error) ?? '');
    return new CommandError(`cannot reach ${server}: ${connectionProblem(error)}`, { hints, cause: error });
  }
  if (error instanceof ProtocolError) {
    return new CommandError(`${server} does not answer as a Kubernetes API server does: ${error.message}`, {
      hints: ['Is the URL right, with its port and its path?'],
      cause: error,
    });
  }
  return error;
}

/** Without what stands before it where the server has sent mere text. */
function textOf({ message, code }: StatusError): string {
  return message.replace(`the API server answered ${code}: `, '');
}

function hintsFor(code: string): readonly string[] {
  if (isUntrusted(code)) return ['Give the certificate of its authority: --certificate-authority FILE'];
  if (/^(EPROTO|ERR_SSL_.*)$/.test(code)) return ['Is it http:// there?'];
  if (code === 'ECONNREFUSED') return ['Is the address right, with its port, and is the server up?'];
  return [];
}
