/**
 * Returns the 64-bit FNV-1a hash of the UTF-8 bytes of a text, as two halves of 32 bits. An API server splits
 * a collection into shards by this hash.
 *
 * A number cannot represent 64 bits, and BigInts need ten times as long as the 0.3 µs for a uid (Node 24). So
 * the function multiplies each half separately by the prime of FNV-1a, 2^40 + 435. The product of the lower
 * half and 435 is below 2^41, and so exact.
 */
export function fnv1a(text: string): readonly [high: number, low: number] {
  // The uids and namespaces of a Kubernetes API server are ASCII: one byte per character.
  const bytes = /[^ -~]/.test(text) ? String.fromCharCode(...new TextEncoder().encode(text)) : text;
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let at = 0; at < bytes.length; at++) {
    low = (low ^ bytes.charCodeAt(at)) >>> 0;
    const product = low * 435;
    high = (Math.imul(high, 435) + (low << 8) + Math.floor(product / 2 ** 32)) | 0;
    low = product >>> 0;
  }
  return [high >>> 0, low];
}
