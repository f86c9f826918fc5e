import { inspect } from 'node:util';

/** Unique texts that the tests use as credentials. Only the server may receive these texts. */
export const canary = {
  token: 'canary-token-Zx81-eyJhbGciOi&JSUzI1NiJ9',
  password: 'canary-password-Qw72',
  header: 'canary-header-Er63',
  cookie: 'canary-cookie-Ty54',
  proxy: 'canary-proxy-Ui45',
  plugin: 'canary-plugin-Op36-eyJhbGciOiJSUzI1NiJ9',
} as const;

const basic = Buffer.from(`alice:${canary.password}`).toString('base64');
const proxyBasic = Buffer.from(`alice:${canary.proxy}`).toString('base64');

/** The texts that the search looks for: each secret, its base64 form, and the first 12 characters of each secret. */
const spellings: readonly string[] = [
  ...Object.values(canary).flatMap((text) => [text, Buffer.from(text).toString('base64').slice(0, 20)]),
  ...Object.values(canary).map((text) => text.slice(0, 12)),
  basic,
  proxyBasic,
];

/** Finds secrets in values at any depth: in texts, properties, bytes and printed values. */
export function canariesIn(...values: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  for (const value of values) {
    texts.push(
      inspect(value, { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    );
    collect(value, texts, new Set());
  }
  const all = texts.join('\n');
  return spellings.filter((spelling) => all.includes(spelling));
}

function collect(value: unknown, texts: string[], seen: Set<object>): void {
  if (typeof value === 'string') texts.push(value);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  if (ArrayBuffer.isView(value)) {
    texts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'));
    return;
  }
  if (value instanceof Map || value instanceof Set) collect([...value], texts, seen);
  for (const name of Reflect.ownKeys(value)) {
    texts.push(String(name));
    collect((value as Record<PropertyKey, unknown>)[name], texts, seen);
  }
}
