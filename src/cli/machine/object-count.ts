/** In words. */
export const objectCount = (count: number): string => (count === 1 ? '1 object' : `${count} objects`);
