import { ConnectionError, ProtocolError, StatusError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { answerText } from './answer-text.ts';
import type { Connection } from './connection.ts';
import { codeBehind, connectionProblem, isUntrusted } from './connection-problem.ts';

/** The server that refused a request, and advice for the user. */
type RefusingServer = Pick<Connection, 'server' | 'loginHint' | 'authorityHint'>;

/** Converts an error of a server into a `CommandError` with advice. Returns any error of another type unchanged. */
export function refusalOf({ server, loginHint, authorityHint }: RefusingServer, error: unknown): unknown {
  if (error instanceof StatusError) {
    if (error.code === 401) {
      return new CommandError(`${server} refused the login: ${withoutStatus(error.message)}`, {
        hints: [loginHint],
        cause: error,
      });
    }
    if (error.failure === 'unauthorized') {
      return new CommandError(`${server}: ${error.message}`, {
        hints: [loginHint, ...urlHint],
        cause: error,
      });
    }
    const hints = error.message.includes('HTTP request to an HTTPS server') ? ['Is it https:// there?'] : [];
    return new CommandError(answerText(server, error), { hints, cause: error });
  }
  if (error instanceof ConnectionError) {
    const hints = hintsFor(codeBehind(error) ?? '', authorityHint);
    return new CommandError(`cannot reach ${server}: ${connectionProblem(error)}`, { hints, cause: error });
  }
  if (error instanceof ProtocolError) {
    if (error.failure === 'unauthorized') {
      return new CommandError(`${server}: ${error.message}`, {
        hints: [loginHint, ...urlHint],
        cause: error,
      });
    }
    return new CommandError(`${server} does not answer as a Kubernetes API server does: ${error.message}`, {
      hints: urlHint,
      cause: error,
    });
  }
  return error;
}

const urlHint = ['Is the URL right, with its port and its path?'];

/**
 * Removes `the API server answered 401 to` from a message, because the message also says that the server refused the
 * login.
 */
const withoutStatus = (message: string): string => message.replace(/^the API server answered 401 to /, '');

function hintsFor(code: string, authorityHint: string): readonly string[] {
  if (isUntrusted(code)) return [authorityHint];
  if (/^(EPROTO|ERR_SSL_.*)$/.test(code)) return ['Is it http:// there?'];
  if (code === 'ECONNREFUSED') return ['Is the address right, with its port, and is the server up?'];
  return [];
}
