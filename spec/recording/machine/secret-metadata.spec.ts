import { describe, expect, it, jest } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { createReadLimits } from '../../../src/recording/machine/read-limits.ts';
import { cleanMetadata as cleanWithin } from '../../../src/recording/machine/secret-metadata.ts';

type Held = Parameters<typeof cleanWithin>[1];

const cleanMetadata = (metadata: unknown, held: Held): ReturnType<typeof cleanWithin> =>
  cleanWithin(metadata, held, createReadLimits());

const labelsOf = (labels: unknown, held: Held): unknown =>
  cleanMetadata({ name: 'a', labels }, held)['labels'];

describe('cleanMetadata', () => {
  it.each<[string, Held, string]>([
    ['that is not encoded', { data: { p: 'hunter-2' } }, 'hunter-2'],
    ['that is not encoded, with padding', { data: { p: 'a=b-c==' } }, 'a=b-c'],
    ['that is encoded', { data: { p: 'aHVudGVyMg==' } }, 'aHVudGVyMg'],
    ['after a value that is not a string', { data: { n: 7, p: 'aHVudGVyMg==' } }, 'hunter2'],
    ['beside data that is not an object', { data: 'x', stringData: { p: 'hunter2' } }, 'hunter2'],
    ['beside a string in place of an object', { data: { p: 'aHVudGVyMg==' }, stringData: null }, 'hunter2'],
  ])('should remove a value from labels %s', (_, held, value) => {
    const labels = {
      plain: value,
      around: `x${value}y`,
      [value]: 'a',
      [`x${value}`]: 'b',
      kept: 'undefined',
    };

    expect(labelsOf(labels, held)).toEqual({ plain: '', around: '', kept: 'undefined' });
  });

  it('should keep the labels of a Secret without data', () => {
    for (const held of [
      {},
      { data: {} },
      { data: { p: '' } },
      { stringData: { p: ' \n' } },
      { data: 'held' },
    ]) {
      expect(labelsOf({ app: 'held' }, held)).toEqual({ app: 'held' });
    }
  });

  it('should empty a label that is not a string', () => {
    const labels = { number: 1234, object: { p: 'hunter2' }, nothing: null, kept: 'a' };

    for (const held of [{}, { data: { p: 'MTIzNA==' } }]) {
      expect(labelsOf(labels, held)).toEqual({ number: '', object: '', nothing: '', kept: 'a' });
    }
  });

  it('should remove members of a wrong type', () => {
    const odd = { name: 'a', labels: 'hunter2', annotations: ['hunter2'], managedFields: 'hunter2' };

    expect(cleanMetadata({ ...odd, annotations: 'hunter2' }, {})).toEqual({ name: 'a' });
    expect(JSON.stringify(cleanMetadata(odd, {}))).not.toContain('hunter2');
    expect(cleanMetadata('hunter2', {})).toEqual({});
  });

  it('should remove all labels and annotations if comparing them with the values would take too long', () => {
    const many = (count: number, name: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`${name}-${nth}`, `${name} ${nth}`]));
    const clean = (count: number): unknown =>
      cleanMetadata(
        { name: 'a', labels: many(count, 'label'), annotations: many(count, 'note') },
        { stringData: many(count, 'value') },
      );

    expect(clean(30_000)).toEqual({ name: 'a', labels: {}, annotations: {} });
    expect(clean(400)).toHaveProperty('labels', many(400, 'label'));
  });

  it('should decode no value if there is no label or annotation', () => {
    const decoded = jest.spyOn(globalThis, 'atob');
    cleanMetadata({ name: 'a', labels: {} }, { data: { p: 'aHVudGVyMg==' } });
    const { length } = decoded.mock.calls;
    decoded.mockRestore();

    expect(length).toBe(0);
  });

  it('should limit the number of decoded values, even of short ones', () => {
    const data = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, 'eA==']));

    expect(labelsOf({ app: 'web' }, { data: data(50_000) })).toEqual({ app: 'web' });
    expect(labelsOf({ app: 'web' }, { data: data(70_000) })).toEqual({});
  });

  it('should decode exactly the texts that atob accepts', () => {
    const character = fc.constantFrom(...'aZ09+/=- \n\u00fc'.split(''));
    const texts = fc.array(character, { maxLength: 9 }).map((characters) => characters.join(''));
    const takes = (text: string): boolean => {
      try {
        atob(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(texts, (text) => {
        const decoded = jest.spyOn(globalThis, 'atob');
        cleanMetadata({ labels: { app: 'web' } }, { data: { p: text } });
        const { length } = decoded.mock.calls;
        decoded.mockRestore();

        expect(length > 0).toBe(takes(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('should decode no value that it does not compare', () => {
    const decoded = jest.spyOn(globalThis, 'atob');
    const data = Object.fromEntries(
      Array.from({ length: 100 }, (_, nth) => [`${nth}`, `${nth}a`.repeat(40_000)]),
    );
    cleanMetadata({ labels: { app: 'web' } }, { data });
    const { length } = decoded.mock.calls;
    decoded.mockRestore();

    expect(length).toBe(0);
  });
});
