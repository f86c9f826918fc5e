/**
 * The beginning of what came, for an error; nothing of it when it may be a Secret.
 *
 * @param confidential - the bytes belong to a collection of Secrets
 */
export function excerptOf(bytes: Uint8Array, confidential: boolean): string {
  return confidential ? '' : new TextDecoder().decode(bytes.subarray(0, 200));
}
