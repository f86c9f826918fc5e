import { firstValueFrom, reduce } from 'rxjs';
import { type KubeRequest, StatusError, type Transport } from 'rx-informer';
import { type Answer, bodyOf, type Client, type Extras, parsed } from './client.ts';
import { watching } from './watching.ts';

/**
 * Creates a client that sends requests through a transport. If the server refuses a request, the response has only the
 * fields of a `StatusError`.
 */
export function transportClient(transport: Transport): Client {
  return {
    request: async (method, target, extras = {}) => {
      try {
        const body$ = transport.open(requestOf(method, target, extras));
        const text = await firstValueFrom(
          body$.pipe(reduce((all, bytes) => all + new TextDecoder().decode(bytes), '')),
        );
        return { code: method === 'POST' ? 201 : 200, body: parsed(text), headers: {} };
      } catch (error) {
        if (error instanceof StatusError) return answerOf(error);
        throw error;
      }
    },
    watch: (target, extras = {}) => watching(transport.open(requestOf('GET', target, extras))),
  };
}

function requestOf(method: string, target: string, extras: Extras): KubeRequest {
  const [path = '', query = ''] = target.split('?', 2);
  const { text, headers } = bodyOf(extras);
  return {
    method: method as 'GET',
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers,
    ...(text === '' ? {} : { body: text }),
  };
}

/** Returns the message of the server, without the words that the transport adds to the message. */
function wordsOf(message: string): string {
  const [, before] = /^(.*) \(40[34] for [A-Z]+ [^ ]+\)$/s.exec(message) ?? [];
  const [, within] = /^the API server answered \d+ to [A-Z]+ [^ ]+ \((.*)\): the /s.exec(message) ?? [];
  return before ?? within ?? message;
}

function answerOf({ code, reason, message, causes, retryAfterSeconds }: StatusError): Answer {
  const details = {
    ...(causes.length === 0 ? {} : { causes }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  return { code, body: { kind: 'Status', code, reason, message: wordsOf(message), details }, headers: {} };
}
