import { type KubeError, ProtocolError, StatusError } from '../objects/index.ts';

/**
 * Creates a function that redacts credentials in a text, for example in a response that repeats its request.
 * The function also redacts any 31 consecutive characters of a secret. If a text ends in the middle of a
 * secret, the function redacts that part of the secret, too.
 *
 * @param secrets - a secret of fewer than 8 characters is not redacted, because it can be an ordinary word
 */
export function createTextRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.flatMap(spellingsOf).sort((one, other) => other.length - one.length);
  const blocks = blocksOf(spellings);
  return (text) => {
    const redacted = spellings.reduce((rest, bare) => rest.replaceAll(bare, replacement), text);
    return spellings.reduce(redactTruncated, redactParts(redacted, blocks));
  };
}

/** Redacts credentials in the texts of responses. The credentials are those that the last requests of the transport sent. */
export interface CredentialRedactor {
  /**
   * Remembers the secrets of a request.
   *
   * @returns a function to call at the end of the request. The redactor may then forget the secrets
   */
  readonly remember: (secrets: readonly string[]) => () => void;
  readonly redact: (text: string) => string;
}

/**
 * Creates a redactor that remembers the secrets of all open requests, because tokens rotate. The redactor also remembers the last
 * secrets of ended requests, up to 64 in total, because the errors of ended requests can arrive later.
 */
export function createCredentialRedactor(): CredentialRedactor {
  /** The number of open requests for each secret. The secrets are in the order of their last request. */
  const remembered = new Map<string, number>();
  /** A function that redacts all remembered secrets. The function is created at its first use. */
  let redactAll: ((text: string) => string) | undefined;
  return {
    remember(secrets) {
      for (const secret of secrets) {
        const requests = remembered.get(secret);
        if (requests === undefined) redactAll = undefined;
        remembered.delete(secret);
        remembered.set(secret, (requests ?? 0) + 1);
      }
      let excess = remembered.size - maxRemembered;
      for (const [secret, requests] of remembered) {
        if (excess-- <= 0) break;
        if (requests === 0) remembered.delete(secret);
      }
      return () => {
        for (const secret of secrets) remembered.set(secret, Math.max((remembered.get(secret) ?? 0) - 1, 0));
      };
    },
    redact: (text) => (redactAll ??= createTextRedactor([...remembered.keys()]))(text),
  };
}

const maxRemembered = 64;
const shortestSecret = 8;
const replacement = '(not shown)';

/**
 * Returns the texts in which a secret can appear: the secret itself, and the secret in the form that JSON
 * writes.
 */
function spellingsOf(secret: string): readonly string[] {
  const bare = secret.trim();
  if (bare.length < shortestSecret) return [];
  const inJson = JSON.stringify(bare).slice(1, -1);
  return inJson === bare ? [bare] : [bare, inJson];
}

interface BlockPosition {
  readonly secret: string;
  readonly at: number;
}

/**
 * Splits all secrets into pieces (blocks) of 16 characters, and returns a map from each piece to its secrets
 * and indexes. Any 31 consecutive characters of a secret contain a whole piece.
 */
function blocksOf(secrets: readonly string[]): ReadonlyMap<string, readonly BlockPosition[]> {
  const blocks = new Map<string, BlockPosition[]>();
  for (const secret of secrets) {
    for (let at = 0; at + blockLength <= secret.length; at += blockLength) {
      const block = secret.slice(at, at + blockLength);
      const places = blocks.get(block);
      if (places === undefined) blocks.set(block, [{ secret, at }]);
      // If a secret contains the same 16 characters twice, only the first index is stored.
      else if (places.at(-1)?.secret !== secret) places.push({ secret, at });
    }
  }
  return blocks;
}

/**
 * Replaces each part of a secret that a text contains. To find the parts, the function looks up each 16
 * characters of the text in `blocks`. So the time does not depend on the number of secrets.
 */
function redactParts(text: string, blocks: ReadonlyMap<string, readonly BlockPosition[]>): string {
  let result = '';
  let done = 0;
  for (let at = 0; at + blockLength <= text.length; at++) {
    const places = blocks.get(text.slice(at, at + blockLength));
    if (places === undefined) continue;
    let [from, to] = [at, at + blockLength];
    for (const { secret, at: block } of places) {
      let [begin, end] = [at, at + blockLength];
      while (begin > done && text[begin - 1] === secret[block - (at - begin) - 1]) begin--;
      while (end < text.length && text[end] === secret[block + end - at]) end++;
      [from, to] = [Math.min(from, begin), Math.max(to, end)];
    }
    // Parts that touch or overlap are replaced together.
    if (from > done || done === 0) result += text.slice(done, from) + replacement;
    done = to;
    at = to - blockLength; // the part of another secret can overlap this part
  }
  return result + text.slice(done);
}

/**
 * The length of the pieces (blocks) of a secret that are searched in a text. Ordinary words are shorter, so
 * they are seldom redacted.
 */
const blockLength = 16;

function redactTruncated(text: string, secret: string): string {
  const start = secret.slice(0, shortestStart);
  const earliest = Math.max(0, text.length - secret.length);
  for (let at = text.indexOf(start, earliest); at !== -1; at = text.indexOf(start, at + 1)) {
    if (secret.startsWith(text.slice(at))) return text.slice(0, at) + replacement;
  }
  return text;
}

/**
 * A text can end in the middle of a secret. If the text ends with at least this many first characters of a
 * secret, these characters are redacted. Fewer characters do not reveal the secret.
 */
const shortestStart = 4;

/** Returns a copy of the error with its texts redacted, or the same error if its texts contain no secret. */
export function redactError(error: KubeError, redactText: (text: string) => string): KubeError;
export function redactError(error: unknown, redactText: (text: string) => string): unknown;
export function redactError(error: unknown, redactText: (text: string) => string): unknown {
  const redacted = new Map<string, string>();
  if (error instanceof ProtocolError) {
    const { failure, cause } = error;
    const [message, excerpt] = [redact(error.message), redact(error.excerpt)];
    const { advice } = error;
    if (message === error.message && excerpt === error.excerpt) return error;
    return new ProtocolError(message, { excerpt, failure, advice, ...(cause !== undefined && { cause }) });
  }
  if (error instanceof StatusError) {
    const { code, retryAfterSeconds, inStream, advice } = error;
    const before = JSON.stringify([error.message, error.reason, error.causes]);
    const after = JSON.stringify([redact(error.message), redact(error.reason), error.causes.map(causeOf)]);
    if (before === after) return error;
    return new StatusError({
      ...{ code, inStream, advice, message: redact(error.message), reason: redact(error.reason) },
      causes: error.causes.map(causeOf),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  return error;

  /**
   * Redacts a text. The result of each text is cached, because the causes of an error repeat its text, and a
   * search for 64 secrets takes time.
   */
  function redact(text: string): string {
    const result = redacted.get(text) ?? redactText(text);
    redacted.set(text, result);
    return result;
  }

  function causeOf(cause: StatusError['causes'][number]): StatusError['causes'][number] {
    return Object.fromEntries(
      Object.entries<unknown>(cause).map(([name, text]) => [name, redact(String(text))]),
    );
  }
}

/**
 * Replaces each word of at least 20 characters, because such a word can be a token. Harmless long words are
 * also replaced. The library and the command `rx-informer` use this function for texts of other programs.
 */
export const redactTokens = (text: string): string => text.replace(longWord, replacement);

const longWord = /[^\s"'<>()[\]{},;:]{20,}/g;

/** A header of a request. A header that is sent several times has an array of values. */
type Header = readonly [name: string, value: string | readonly string[]];

/**
 * Returns the credentials in the headers of a request: tokens, names and passwords, keys, and cookies. Each
 * header counts as a credential, except the headers that are known to contain none.
 */
export function credentialsInHeaders(headers: Iterable<Header>): readonly string[] {
  return [...headers]
    .filter(([name]) => !harmless.test(name))
    .flatMap(([, value]) => [value].flat())
    .flatMap((value) => {
      const bare = value.replace(/^\w+ /, '');
      const parts = value.split(/[;,]\s*/).map((part) => part.replace(/^[^=]*=/, ''));
      return [bare, ...parts, ...(/^basic /i.test(value) ? passwordIn(bare) : [])];
    });
}

const harmless = /^(accept|content|impersonate|cache)-|^(accept|connection|host|user-agent)$/i;

function passwordIn(encoded: string): readonly string[] {
  try {
    const bytes = atob(encoded);
    const utf8 = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    return [bytes, utf8].map((auth) => auth.replace(/^[^:]*:/, ''));
  } catch {
    return []; // the header is not base64, and so contains no password
  }
}
