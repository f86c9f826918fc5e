import { HttpRefusal } from './machine/review.ts';

/**
 * Reads the body of a POST with JSON as text, up to a number of bytes.
 *
 * @throws HttpRefusal 405, 415, 413, or 400 for a body that is not UTF-8
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<string> {
  if (request.method !== 'POST') throw new HttpRefusal(405, 'send a POST', { allow: 'POST' });
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json[ \t]*(;|$)/i.test(type))
    throw new HttpRefusal(415, 'send the content-type application/json');
  const tooLarge = new HttpRefusal(413, `the body has more than ${maxBytes} bytes`);
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge;

  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = request.body?.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) break;
    bytes += chunk.value.byteLength;
    if (bytes > maxBytes) {
      // The rest of the body is not read.
      reader?.cancel().catch(() => undefined);
      throw tooLarge;
    }
    text += decoded(() => decoder.decode(chunk.value, { stream: true }));
  }
  return text + decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new HttpRefusal(400, 'the body is not UTF-8');
  }
}
