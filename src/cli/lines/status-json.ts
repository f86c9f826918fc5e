import type { InformerStatus } from '../../informer/index.ts';
import { KubeError, StatusError } from '../../objects/index.ts';
import { jsonLine } from './one-line.ts';
import { short } from './short.ts';

/**
 * Formats a status for programs: one line of JSON with the collection, the phase and the data of the phase.
 *
 * @param redact - removes credentials from a text, and shortens a very long text
 */
export function statusJson(
  resource: string,
  status: InformerStatus,
  redact: (text: string) => string,
): string {
  const { phase, hasSynced, ...facts } = status;
  const json = JSON.stringify({ resource, phase, hasSynced, ...facts }, (_, value: unknown) => {
    if (value instanceof KubeError) return errorJson(value);
    return typeof value === 'string' ? short(redact(value)) : value;
  });
  return jsonLine(json);
}

/** Formats an error without its stack, which is of no use to a program. */
function errorJson(error: KubeError): Readonly<Record<string, unknown>> {
  const { name, failure, message } = error;
  return error instanceof StatusError
    ? { name, failure, code: error.code, reason: error.reason, message }
    : { name, failure, message };
}
