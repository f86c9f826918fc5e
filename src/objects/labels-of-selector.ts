import type { StringMap } from './kube-object.ts';
import { labelKeyProblem, labelValueProblem } from './label-syntax.ts';
import { selectorError } from './selector-error.ts';

/**
 * The labels that a selector of plain terms `key=value` names, as one sets them on a new object
 * (apimachinery's `ConvertSelectorToLabelsMap`). A key named twice has the later value.
 *
 * @throws OptionsError that points at the place; also for an operator but `=`, and for an empty term
 */
export function labelsOfSelector(text: string): StringMap {
  if (text === '') return {};
  let at = 0;
  const labels = text.split(',').map((term) => {
    const start = at;
    at += term.length + 1;
    const refuse = (offset: number, problem: string): Error =>
      selectorError('labelsOfSelector', 'terms key=value', text, start + offset, problem);

    const [key = '', value, ...more] = term.split('=');
    if (value === undefined) throw refuse(term.length, "expected '='");
    if (more.length > 0) throw refuse(key.length + value.length + 1, "expected ',' or the end");
    const problem = labelKeyProblem(key.trim()) ?? labelValueProblem(value.trim());
    if (problem !== undefined)
      throw refuse(labelKeyProblem(key.trim()) === undefined ? key.length + 1 : 0, problem);
    return [key.trim(), value.trim()] as const;
  });
  return Object.fromEntries(labels);
}
