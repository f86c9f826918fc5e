import { describe, expect, it } from '@jest/globals';
import { NEVER } from 'rxjs';
import { OptionsError } from '../../src/objects/index.ts';
import { aListerWatcher, checkSource } from '../../src/source/lister-watcher.ts';

const open = (): typeof NEVER => NEVER;
const [list, watch] = [open, open];

function refusal(source: unknown): OptionsError {
  try {
    checkSource('reflect', source);
  } catch (error) {
    if (error instanceof OptionsError) return error;
    throw error;
  }
  throw new Error('it was allowed');
}

describe('checkSource', () => {
  it('should accept an object with list and watch', () => {
    expect(() => {
      checkSource('reflect', { list, watch });
    }).not.toThrow();
  });

  it.each<[unknown, string]>([
    [undefined, ', not undefined'],
    [null, ', not null'],
    [{ list }, ''],
    [{ watch }, ''],
    [{ list: 1, watch: 2 }, ''],
    ['text', ''],
  ])('should refuse %p, and not show its content', (source, shown) => {
    const error = refusal(source);

    expect(error).toMatchObject({
      option: 'reflect: source',
      allowed: 'a ListerWatcher: { list(), watch() }',
    });
    expect(error.message).toBe(`reflect: source must be a ListerWatcher: { list(), watch() }${shown}`);
  });

  it('should advise how to use a transport', () => {
    expect(refusal({ open }).message).toMatch(
      /: this is a Transport; give reflect\(listWatch\(transport, resource\)\)$/,
    );
    expect(refusal({ open: 1 }).message).not.toContain('Transport');
  });

  it('should name the sources that the caller allows', () => {
    expect(() => {
      checkSource('informer', 1, 'this or that');
    }).toThrow('informer: source must be this or that');
  });
});

describe('aListerWatcher', () => {
  it('should be secret', () => {
    expect(aListerWatcher.secret).toBe(true);
  });
});
