/**
 * The maximum number of errors or conflicts in one answer. The kube-apiserver has no such limit, so its answer can be
 * very large.
 */
export const maxErrors = 200;
