import { patience } from './client.ts';

/** Repeats a request until the response satisfies `fits`. Rejects after the time limit. */
export async function eventually<T>(
  question: () => Promise<T>,
  fits: (answer: T) => boolean,
  within = patience,
): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    const answer = await question();
    if (fits(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(`not within ${within} ms; last: ${JSON.stringify(answer).slice(0, 1000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
