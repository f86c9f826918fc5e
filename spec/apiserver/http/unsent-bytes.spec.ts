import { describe, expect, it } from '@jest/globals';
import { AnswerBytes, UnsentBytes } from '../../../src/apiserver/http/unsent-bytes.ts';

const piece = (): Uint8Array => new Uint8Array(100_000);

describe('AnswerBytes', () => {
  it('should refuse bytes above the budget until others are released', () => {
    const all = new UnsentBytes(250_000);
    const [first, second] = [new AnswerBytes(all), new AnswerBytes(all)];
    const release = first.hold(piece());
    first.hold(piece());

    expect(() => second.hold(piece())).toThrow('Too many requests');

    release?.();
    second.hold(piece());
    expect(() => second.hold(piece())).toThrow('Too many requests');
  });

  it('should release all bytes of an answer when the answer is closed, once', () => {
    const all = new UnsentBytes(200_000);
    const [first, second] = [new AnswerBytes(all), new AnswerBytes(all)];
    const release = first.hold(piece());
    first.hold(piece());
    first.close();
    release?.();

    second.hold(piece());
    second.hold(piece());

    expect(() => second.hold(piece())).toThrow('Too many requests');
    expect(first.hold(piece())).toBeUndefined();
  });

  it('should count bytes once that many answers share, until the last answer is closed', () => {
    const all = new UnsentBytes(100_000);
    const shared = piece();
    const answers = Array.from({ length: 1_000 }, () => new AnswerBytes(all));
    for (const answer of answers) answer.hold(shared);

    expect(() => new AnswerBytes(all).hold(piece())).toThrow('Too many requests');
    for (const answer of answers.slice(1)) answer.close();
    expect(() => new AnswerBytes(all).hold(piece())).toThrow('Too many requests');

    answers[0]?.close();
    new AnswerBytes(all).hold(piece());
  });

  it('should accept an answer above the budget if there is no other, and ignore small pieces', () => {
    const all = new UnsentBytes(1_000);
    const answer = new AnswerBytes(all);
    for (let at = 0; at < 100; at++) expect(answer.hold(new Uint8Array(65_535))).toBeUndefined();

    expect(answer.hold(piece())).toBeDefined();
    expect(() => answer.hold(piece())).toThrow('Too many requests');
  });

  it('should count the bytes of a write without refusing them, and then refuse writes until there is room', () => {
    const all = new UnsentBytes(150_000);
    const [first, second] = [new AnswerBytes(all, false), new AnswerBytes(all, false)];
    first.hold(piece());
    all.refuseIfFull();

    expect(second.hold(piece())).toBeDefined();
    expect(() => all.refuseIfFull()).toThrow('Too many requests');
    expect(() => new AnswerBytes(all).hold(piece())).toThrow('Too many requests');

    second.close();
    all.refuseIfFull();
  });
});
