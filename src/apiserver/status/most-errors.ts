/** The most errors, or conflicts, in an answer. The real server includes all, even if the answer becomes very large. */
export const maxErrors = 200;
