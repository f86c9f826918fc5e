/**
 * Adds `ArrayBuffer.prototype.transfer` and `detached` if the JavaScript engine lacks these members, as Node 20 does.
 * Only the specs of transferred buffers need these members. The library does not need them.
 */
export function provideTransfer(): void {
  if ('transfer' in ArrayBuffer.prototype) return;
  Object.defineProperties(ArrayBuffer.prototype, {
    transfer: {
      configurable: true,
      value(this: ArrayBuffer, length: number): ArrayBuffer {
        structuredClone(this, { transfer: [this] });
        return new ArrayBuffer(length);
      },
    },
    detached: {
      configurable: true,
      get(this: ArrayBuffer): boolean {
        try {
          return new Uint8Array(this).length < 0;
        } catch {
          return true;
        }
      },
    },
  });
}
