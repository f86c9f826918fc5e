import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as testing from 'rx-informer/testing';

const page = readFileSync(new URL('../../docs/guides/testing-with-marbles.md', import.meta.url), 'utf8');

describe('docs/guides/testing-with-marbles.md', () => {
  it.each(Object.keys(testing))('should describe the export %s', (name) => {
    expect(page).toMatch(new RegExp(`\\b${name}\\b`, 'u'));
  });
});
