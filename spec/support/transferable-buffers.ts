/**
 * Gives an engine `ArrayBuffer.prototype.transfer` and `detached`, which Node has from 22 on: what is given back there is
 * shown under Node 20 too. The library needs neither.
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
