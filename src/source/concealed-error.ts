import { type KubeError, ProtocolError, StatusError } from '../objects/index.ts';

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
    return Object.fromEntries(Object.entries(cause).map(([name, text]) => [name, conceal(String(text))]));
  }
}
