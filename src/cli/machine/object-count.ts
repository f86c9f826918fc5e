/** Formats a number of objects: `1 object`, `2 objects`. */
export const objectCount = (count: number): string => (count === 1 ? '1 object' : `${count} objects`);
