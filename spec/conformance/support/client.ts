import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as plain } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Body } from './bodies.ts';
import { target, trust } from './target.ts';

/** One request to the server. The client does not send omitted fields. */
export interface Question {
  /** The body. The client sends an object as JSON, and text and bytes unchanged. */
  readonly body?: unknown;
  /** The content type. By default, a request with a body has the type `application/json`. */
  readonly type?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The bearer token. By default, the token of the user with all permissions. With `null`, the request has no token.
   */
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body of the response, if the body is JSON. */
  readonly body: Body;
}

/** Time limit for a response, in ms. The server delays some responses by 3 s. */
export const patience = 15_000;

const server = target();
const options = { keepAlive: true, maxSockets: 64 };
const isSecure = server.server.startsWith('https:');
const agent = isSecure ? new SecureAgent({ ...options, ...trust(server) }) : new Agent(options);

/** Sends a request. Resolves with the response as soon as its headers have arrived. */
export async function begin(method: string, path: string, question: Question): Promise<IncomingMessage> {
  const { token = server.token, accept, type, headers, body } = question;
  const content = body === undefined ? undefined : bytesOf(body);
  const all = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(accept === undefined ? {} : { accept }),
    ...(content === undefined
      ? {}
      : { 'content-type': type ?? 'application/json', 'content-length': content.length }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const send = isSecure ? secure : plain;
    const outgoing = send(server.server + path, { method, agent, headers: all }, (incoming) => {
      clearTimeout(limit);
      resolve(incoming);
    });
    const limit = setTimeout(() => outgoing.destroy(tooLate(method, path)), patience);
    outgoing.once('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    outgoing.end(content);
  });
}

const bytesOf = (body: unknown): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

/** Sends a request and reads the whole response. */
export async function ask(method: string, path: string, question: Question = {}): Promise<Answer> {
  const incoming = await begin(method, path, question);
  const limit = setTimeout(() => incoming.destroy(tooLate(method, path)), patience);
  try {
    const content = await text(incoming);
    const { statusCode: status = 0, headers } = incoming;
    return { status, headers, text: content, body: jsonOf(content) };
  } finally {
    clearTimeout(limit);
  }
}

const tooLate = (method: string, path: string): Error =>
  new Error(`${method} ${path}: no complete answer within ${patience} ms`);

function jsonOf(content: string): Body {
  try {
    return JSON.parse(content) as Body;
  } catch {
    return {} as Body;
  }
}

export const get = (path: string, question?: Question): Promise<Answer> => ask('GET', path, question);

export const post = (path: string, body: unknown, question?: Question): Promise<Answer> =>
  ask('POST', path, { ...question, body });

export const put = (path: string, body: unknown, question?: Question): Promise<Answer> =>
  ask('PUT', path, { ...question, body });

export const remove = (path: string, body?: unknown, question?: Question): Promise<Answer> =>
  ask('DELETE', path, { ...question, body });

export const patchTypes = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

export const patch = (path: string, kind: keyof typeof patchTypes, body: unknown): Promise<Answer> =>
  ask('PATCH', path, { type: patchTypes[kind], body });

/** Appends encoded query parameters to a path. */
export const withQuery = (path: string, parameters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(parameters)}`;
