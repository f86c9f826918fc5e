import type { InformerStatus } from '../../informer/index.ts';
import { type KubeError, StatusError } from '../../objects/index.ts';

/** A status for programs: one line of JSON with the collection, the phase and what belongs to it. */
export function statusJson(resource: string, status: InformerStatus): string {
  const { phase, hasSynced, ...facts } = status;
  return JSON.stringify({ resource, phase, hasSynced, ...facts }, (name, value: unknown) =>
    (name === 'error' || name === 'incident') && value instanceof Error
      ? errorJson(value as KubeError)
      : value,
  );
}

/** A stack tells a program nothing. */
function errorJson(error: KubeError): Readonly<Record<string, unknown>> {
  const { name, failure, message } = error;
  return error instanceof StatusError
    ? { name, failure, code: error.code, reason: error.reason, message }
    : { name, failure, message };
}
