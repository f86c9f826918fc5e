import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as plain } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Body } from './bodies.ts';
import { target, trust } from './target.ts';

/** One request. Omitted fields are not sent. */
export interface Question {
  /** An object is sent as JSON; text and bytes are sent unchanged. */
  readonly body?: unknown;
  /** The content type; default `application/json` for a request with a body. */
  readonly type?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The token; default that of the user with all permissions; `null` for no token. */
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly body: Body;
}

/** The time limit for an answer in ms. The server delays some answers by 3 s. */
export const patience = 15_000;

const server = target();
const options = { keepAlive: true, maxSockets: 64 };
const isSecure = server.server.startsWith('https:');
const agent = isSecure ? new SecureAgent({ ...options, ...trust(server) }) : new Agent(options);

/** Sends a request. Resolves with the answer as soon as its headers have come. */
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

/** Sends a request and reads the whole answer. */
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
  new Error(`${method} ${path}: no whole answer within ${patience} ms`);

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

/** A path with encoded query parameters. */
export const withQuery = (path: string, parameters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(parameters)}`;
