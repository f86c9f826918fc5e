import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { defaultJudge } from '../../../src/apiserver/custom-resources/default-errors.ts';

describe('defaultJudge', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should judge a default by the schema that it stands in', () => {
    const judge = defaultJudge();

    expect(judge({ type: 'integer', default: 1 }, 'size')).toEqual([]);
    expect(judge({ type: 'integer', default: 'x' }, 'size')).toMatchObject([{ field: 'size.default' }]);
  });

  it('should refuse defaults that together take more than 200 ms', () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 70));
    const judge = defaultJudge();
    const one = { type: 'integer', default: 1 };

    for (let judged = 0; judged < 3; judged++) expect(judge(one, 'size')).toEqual([]);
    expect(() => judge(one, 'size')).toThrow('the defaults take too long to validate: more than 200 ms');
    expect(defaultJudge()(one, 'size')).toEqual([]);
  });
});
