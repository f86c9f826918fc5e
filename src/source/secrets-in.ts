/** A header, with several values where its name is sent several times. */
type Header = readonly [name: string, value: string | readonly string[]];

/**
 * For transports: what in the headers of a request proves who asks: the token, name and password, keys, cookies. Every
 * header counts but those that are known to be about something else.
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
