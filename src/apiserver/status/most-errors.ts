/** Errors, or conflicts, that an answer includes; the real server includes all, however large that makes the answer. */
export const mostErrors = 200;
