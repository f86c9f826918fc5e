import { expect, it } from '@jest/globals';
import { neutral } from './neutral.ts';

it('should make outputs equal that differ only in age, uid, version and address', () => {
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

it('should omit the log lines of a client, but no other warnings', () => {
  const said = [
    'W1121 09:12:02.683804   19597 reflector.go:492] watch of *unstructured.Unstructured ended with: very short watch',
    'E1121 09:13:49.518885   25792 reflector.go:227] "Failed to watch" err="context deadline exceeded"',
    'I1121 09:13:49.518885   25792 round_trippers.go:632] "Response" verb="GET"',
    'E1121 09:13:49.518885   25792 reflector.go:227] "Failed to watch" err="EOF"',
    'error: timed out waiting for the condition',
  ].join('\n');

  expect(neutral(said, 'http://a:1').split('\n')).toHaveLength(2);
});
