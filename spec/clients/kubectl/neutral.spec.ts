import { expect, it } from '@jest/globals';
import { neutral } from './neutral.ts';

it('should make equal what differs by age, identity, version and address alone', () => {
  const a = neutral(
    'NAME   AGE   NODE\na      9s    n\nuid: 0b5c0a1e-7d0c-4b52-9d0c-4d8d6d6d0001  \n',
    'http://127.0.0.1:1',
  );
  const b = neutral(
    'NAME   AGE    NODE\na      1m2s   n\nuid: 0b5c0a1e-7d0c-4b52-9d0c-4d8d6d6d0002\n',
    'http://127.0.0.1:2',
  );

  expect(a).toBe(b);
  expect(neutral('resourceVersion: "12"', 'http://h:1')).toBe(
    neutral('resourceVersion: "123"', 'http://h:1'),
  );
  expect(neutral('at http://a:1/x', 'http://a:1')).toBe('at SERVER/x');
});

it('should keep indentation, names and numbers', () => {
  const text = 'spec:\n    replicas: 3\n    grace: 30\n    name: c5\n';

  expect(neutral(text, 'http://127.0.0.1:1')).toBe(text);
});
