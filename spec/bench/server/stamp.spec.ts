import { describe, expect, it } from '@jest/globals';
import { wholeForm } from './form.ts';
import { sinceStamp, stamp, stampName, unstamped } from './stamp.ts';

const made = (): Buffer => Buffer.from(wholeForm('pods').object(3, 4, { [stampName]: unstamped }));
const parse = (frame: Buffer): { readonly metadata: { readonly annotations: Record<string, string> } } =>
  JSON.parse(frame.toString()) as ReturnType<typeof parse>;

describe('the stamp of an event', () => {
  it('should contain the time of the write, without other changes of the frame', () => {
    const frame = made();
    const before = process.hrtime.bigint();
    stamp(frame);
    const after = process.hrtime.bigint();

    const { [stampName]: sent = '', ...others } = parse(frame).metadata.annotations;
    expect(BigInt(sent) >= before && BigInt(sent) <= after).toBe(true);
    expect({ ...parse(frame).metadata.annotations, [stampName]: unstamped }).toEqual(
      parse(made()).metadata.annotations,
    );
    expect(Object.keys(others)).not.toHaveLength(0);
    expect(frame).toHaveLength(made().length);
  });

  it('should be read as the time since the write, in µs', () => {
    const sent = process.hrtime.bigint() - 5_000_000n;
    const since = sinceStamp({ metadata: { annotations: { [stampName]: String(sent) } } });

    expect(since).toBeGreaterThanOrEqual(5_000);
  });

  it('should be refused if it is absent', () => {
    expect(() => sinceStamp({ metadata: { annotations: { [stampName]: 'now' } } })).toThrow(SyntaxError);
    expect(() => sinceStamp({ metadata: {} })).toThrow(TypeError);
  });
});
