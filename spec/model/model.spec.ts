/**
 * Runs a small part of `npm run suite -- model`. That suite tests each API of the library with random writes, faults
 * and subscribers.
 */
import { describe, expect, it } from '@jest/globals';
import { models } from './models.ts';

describe('the model', () => {
  it.each(models)(
    'should hold for $name (G1, G2, G3, G4, G5, G6, G7, G8, G9, G10, G11, G12, G13, G14, G15, G16, G17, G18)',
    (model) => {
      expect(model.check({ runs: 20, seed: 11 }).failure).toBeUndefined();
    },
  );
});
