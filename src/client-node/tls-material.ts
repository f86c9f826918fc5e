import type { AgentOptions } from 'node:https';
import { nodeCrypto } from './node-modules.ts';

/** What a TLS connection depends on, in Node's words. */
export type TlsMaterial = Pick<AgentOptions, (typeof fields)[number]>;

const fields = ['ca', 'cert', 'key', 'pfx', 'passphrase', 'rejectUnauthorized', 'servername'] as const;

/** The fields that are there, and no other. */
export function tlsMaterialOf(options: TlsMaterial): TlsMaterial {
  return Object.fromEntries(
    fields.filter((field) => options[field] !== undefined).map((field) => [field, options[field]]),
  );
}

/** Equal for equal content, though each was read from its file anew. A hash: no key is kept in it. Of nothing it is empty. */
export function fingerprintOf(material: TlsMaterial): string {
  if (fields.every((field) => material[field] === undefined)) return '';
  const content = fields.map((field) => [field, textOf(material[field])]);
  return nodeCrypto().createHash('sha256').update(JSON.stringify(content)).digest('base64');
}

function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf);
  return ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    : value;
}
