import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as testing from 'rx-informer/testing';

const page = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8');

describe('docs/testing.md', () => {
  it.each(Object.keys(testing))('should say what there is: %s', (name) => {
    expect(page).toMatch(new RegExp(`\\b${name}\\b`, 'u'));
  });
});
