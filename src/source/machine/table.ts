import { isRecord, ProtocolError } from '../../objects/index.ts';

/** Whether the server made a Table for printing of what should be objects (P102, P104). */
export function isTable(value: unknown): boolean {
  if (!isRecord(value) || value['kind'] !== 'Table') return false;
  const { apiVersion } = value;
  return typeof apiVersion !== 'string' || apiVersion.startsWith('meta.k8s.io/');
}

/** A mistake in the request that no repetition mends. */
export function tableError(where: string): ProtocolError {
  return new ProtocolError(
    `${where} brought a Table, not objects; the transport, or something behind it, asks for one in the Accept header`,
    { failure: 'fatal' },
  );
}
