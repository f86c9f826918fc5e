import { type KubeError, ProtocolError, StatusError } from '../objects/index.ts';

/**
 * Hides secrets in a text that an answer says back: what a transport has shown to prove who asks. So it does with any 31
 * characters of a secret in a row, and with a secret that the text ends in the middle of.
 *
 * @param secrets - short ones, of fewer than 8 characters, could be any word, and are left in
 */
export function concealing(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.flatMap(spellingsOf).sort((one, other) => other.length - one.length);
  const blocks = blocksOf(spellings);
  return (text) => {
    const hidden = spellings.reduce((rest, bare) => rest.replaceAll(bare, notShown), text);
    return spellings.reduce(withoutStart, withoutParts(hidden, blocks));
  };
}

/** What went out with the last requests of a transport, remembered so that no answer to them is quoted with it. */
export interface Concealer {
  /** @returns ends the request that they went out with: from then on they may be forgotten */
  readonly remember: (secrets: readonly string[]) => () => void;
  readonly conceal: (text: string) => string;
}

/**
 * Tokens rotate: those of requests that have not ended count, and the last ones of others, whose errors may come later.
 */
export function createConcealer(): Concealer {
  /** The requests that have not ended, by secret; the one that was sent last is the last. */
  const remembered = new Map<string, number>();
  /** Of all that are remembered; it is made when a text asks for it. */
  let conceal: ((text: string) => string) | undefined;
  return {
    remember(secrets) {
      for (const secret of secrets) {
        const requests = remembered.get(secret);
        if (requests === undefined) conceal = undefined;
        remembered.delete(secret);
        remembered.set(secret, (requests ?? 0) + 1);
      }
      let excess = remembered.size - mostRemembered;
      for (const [secret, requests] of remembered) {
        if (excess-- <= 0) break;
        if (requests === 0) remembered.delete(secret);
      }
      return () => {
        for (const secret of secrets) remembered.set(secret, Math.max((remembered.get(secret) ?? 0) - 1, 0));
      };
    },
    conceal: (text) => (conceal ??= concealing([...remembered.keys()]))(text),
  };
}

const mostRemembered = 64;
const shortestSecret = 8;
const notShown = '(not shown)';

/** As it is, and as it stands in JSON. */
function spellingsOf(secret: string): readonly string[] {
  const bare = secret.trim();
  if (bare.length < shortestSecret) return [];
  const inJson = JSON.stringify(bare).slice(1, -1);
  return inJson === bare ? [bare] : [bare, inJson];
}

/** Where a block of a secret stands in it. */
interface Place {
  readonly secret: string;
  readonly at: number;
}

/** The blocks that secrets are made of: each 31 characters of a secret hold a whole one. */
function blocksOf(secrets: readonly string[]): ReadonlyMap<string, readonly Place[]> {
  const blocks = new Map<string, Place[]>();
  for (const secret of secrets) {
    for (let at = 0; at + blockLength <= secret.length; at += blockLength) {
      const block = secret.slice(at, at + blockLength);
      const places = blocks.get(block);
      if (places === undefined) blocks.set(block, [{ secret, at }]);
      else if (places.at(-1)?.secret !== secret) places.push({ secret, at }); // the first place of each secret will do
    }
  }
  return blocks;
}

/** Finds a part by a block in it. One look-up for each character, however many secrets there are. */
function withoutParts(text: string, blocks: ReadonlyMap<string, readonly Place[]>): string {
  let shown = '';
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
    // Parts that touch or overlap are hidden as one.
    if (from > done || done === 0) shown += text.slice(done, from) + notShown;
    done = to;
    at = to - blockLength; // a part of another secret may begin within this one
  }
  return shown + text.slice(done);
}

/** Longer than most words that a secret and a harmless text both have. */
const blockLength = 16;

function withoutStart(text: string, secret: string): string {
  const start = secret.slice(0, shortestStart);
  const earliest = Math.max(0, text.length - secret.length);
  for (let at = text.indexOf(start, earliest); at !== -1; at = text.indexOf(start, at + 1)) {
    if (secret.startsWith(text.slice(at))) return text.slice(0, at) + notShown;
  }
  return text;
}

/** What is left of a secret when so little of it is known is secret enough. */
const shortestStart = 4;

/** The same error, without what its texts say back of the request. The error itself where they say nothing of it. */
export function concealedError(error: KubeError, conceal: (text: string) => string): KubeError;
export function concealedError(error: unknown, conceal: (text: string) => string): unknown;
export function concealedError(error: unknown, concealText: (text: string) => string): unknown {
  const concealed = new Map<string, string>();
  if (error instanceof ProtocolError) {
    const { failure, cause } = error;
    const [message, excerpt] = [conceal(error.message), conceal(error.excerpt)];
    const { advice } = error;
    if (message === error.message && excerpt === error.excerpt) return error;
    return new ProtocolError(message, { excerpt, failure, advice, ...(cause !== undefined && { cause }) });
  }
  if (error instanceof StatusError) {
    const { code, retryAfterSeconds, inStream, advice } = error;
    const said = JSON.stringify([error.message, error.reason, error.causes]);
    const shown = JSON.stringify([conceal(error.message), conceal(error.reason), error.causes.map(causeOf)]);
    if (said === shown) return error;
    return new StatusError({
      ...{ code, inStream, advice, message: conceal(error.message), reason: conceal(error.reason) },
      causes: error.causes.map(causeOf),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  return error;

  /** Each text once: causes repeat each other, and a search for 64 secrets takes its time. */
  function conceal(text: string): string {
    const shown = concealed.get(text) ?? concealText(text);
    concealed.set(text, shown);
    return shown;
  }

  function causeOf(cause: StatusError['causes'][number]): StatusError['causes'][number] {
    return Object.fromEntries(
      Object.entries<unknown>(cause).map(([name, text]) => [name, conceal(String(text))]),
    );
  }
}

/**
 * Replaces each word that is long enough to be a token, of 20 characters or more: some harmless words are lost with them.
 * For texts of other programs; the one rule for the library and for the command.
 */
export const hideTokens = (text: string): string => text.replace(longWord, '(not shown)');

const longWord = /[^\s"'<>()[\]{},;:]{20,}/g;

/** A header, with several values where its name is sent several times. */
type Header = readonly [name: string, value: string | readonly string[]];

/**
 * Returns the credentials in the headers of a request: token, name and password, keys, cookies. Each header counts as a
 * credential, except those that are known to hold none.
 */
export function secretsIn(headers: Iterable<Header>): readonly string[] {
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
    return []; // it is no base64, so there is none in it
  }
}
