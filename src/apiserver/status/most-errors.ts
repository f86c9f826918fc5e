/**
 * The maximum number of errors or conflicts in one response. The kube-apiserver has no such limit, so its response can
 * be very large.
 */
export const maxErrors = 200;
