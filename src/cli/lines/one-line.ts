/** A text without what could steer the terminal; its blanks and its lines stay. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g, ' ');
}

/**
 * A text as a part of one line: what a workload wrote into its status must neither break the line nor steer the
 * terminal.
 */
export function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}
