/**
 * Hides secrets in a text that an answer says back: what a transport has shown to prove who asks. So it does with any 31
 * characters of a secret in a row, and with a secret that the text ends in the middle of.
 *
 * @param secrets - short ones, of fewer than 8 characters, could be any word, and are left in
 */
export function concealing(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.flatMap(spellingsOf).sort((one, other) => other.length - one.length);
  return (text) => {
    const hidden = spellings.reduce((rest, bare) => rest.replaceAll(bare, notShown), text);
    return spellings.reduce(withoutStart, spellings.reduce(withoutParts, hidden));
  };
}

/** What went out with the last requests of a transport, remembered so that no answer to them is quoted with it. */
export interface Concealer {
  readonly remember: (secrets: readonly string[]) => void;
  readonly conceal: (text: string) => string;
}

/** Tokens rotate: those of the requests that may still be answered count, not all there ever were. */
export function createConcealer(): Concealer {
  const remembered = new Set<string>();
  return {
    remember(secrets) {
      for (const secret of secrets) {
        remembered.delete(secret);
        remembered.add(secret);
      }
      for (const secret of remembered) {
        if (remembered.size <= mostRemembered) return;
        remembered.delete(secret);
      }
    },
    conceal: (text) => concealing([...remembered])(text),
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

/** Finds a part by one of the blocks that a secret is made of: each 31 characters of it hold a whole one. */
function withoutParts(text: string, secret: string): string {
  let rest = text;
  for (let block = 0; block + blockLength <= secret.length; block += blockLength) {
    const part = secret.slice(block, block + blockLength);
    for (let at = rest.indexOf(part); at !== -1; at = rest.indexOf(part, at)) {
      let [from, to] = [at, at + blockLength];
      while (from > 0 && at - from < block && rest[from - 1] === secret[block - (at - from) - 1]) from--;
      while (to < rest.length && rest[to] === secret[block + to - at]) to++;
      rest = rest.slice(0, from) + notShown + rest.slice(to);
      at = from;
    }
  }
  return rest;
}

/** Longer than most words that a secret and a harmless text both have. */
const blockLength = 16;

function withoutStart(text: string, secret: string): string {
  for (let length = Math.min(secret.length, text.length); length >= shortestStart; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + notShown;
  }
  return text;
}

/** What is left of a secret when so little of it is known is secret enough. */
const shortestStart = 4;
