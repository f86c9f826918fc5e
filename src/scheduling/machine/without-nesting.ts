/**
 * Makes a function whose calls do not nest: a value that is given while another is being taken waits until `take` has returned.
 * An error of `take` drops the values that wait.
 * By hand: RxJS's `concatMap` begins what waits within the end of what came before, so that a thousand values overflow the stack.
 */
export function withoutNesting<T>(take: (value: T) => void): (value: T) => void {
  const waiting: T[] = [];
  let isBusy = false;
  return (value) => {
    waiting.push(value);
    if (isBusy) return;
    isBusy = true;
    try {
      for (const one of waiting) take(one);
    } finally {
      waiting.length = 0;
      isBusy = false;
    }
  };
}
