import { expect, it } from '@jest/globals';
import { wordsOf } from './words.ts';

it('should split at spaces, but not within quotes', () => {
  expect(wordsOf(`get  pods -o jsonpath='{.items[*].metadata.name}' -l "a in (b, c)"`)).toEqual([
    'get',
    'pods',
    '-o',
    'jsonpath={.items[*].metadata.name}',
    '-l',
    'a in (b, c)',
  ]);
});

it('should keep quotes within the other kind of quotes, and an empty word', () => {
  expect(wordsOf(`patch cm a -p '{"data":{"a":"b c"}}' ''`)).toEqual([
    'patch',
    'cm',
    'a',
    '-p',
    '{"data":{"a":"b c"}}',
    '',
  ]);
});
