import type { Json } from '../json.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { textIn } from './definition.ts';
import { isSimplePath } from './simple-path.ts';

export function columnErrors(columns: readonly Json[], path: string): readonly FieldError[] {
  return columns.flatMap((column, at) => errorsOf(column, `${path}[${at}]`));
}

function errorsOf(column: Json, path: string): readonly FieldError[] {
  const [name, type, format] = [textIn(column, 'name'), textIn(column, 'type'), textIn(column, 'format')];
  const jsonPath = textIn(column, 'jsonPath');
  return [
    ...(name === '' ? [fieldRequired(`${path}.name`, '')] : []),
    ...(type === '' ? [fieldRequired(`${path}.type`, oneOf(types))] : []),
    ...(type !== '' && !types.includes(type) ? [fieldInvalid(`${path}.type`, type, oneOf(types))] : []),
    ...(format !== '' && !formats.includes(format)
      ? [fieldInvalid(`${path}.format`, format, oneOf(formats))]
      : []),
    ...(jsonPath === '' ? [fieldRequired(`${path}.JSONPath`, '')] : []),
    ...(jsonPath !== '' && !isSimplePath(jsonPath)
      ? [fieldInvalid(`${path}.JSONPath`, jsonPath, 'must be a simple json path starting with .')]
      : []),
  ];
}

const oneOf = (words: readonly string[]): string => `must be one of ${words.join(',')}`;

const types = ['boolean', 'date', 'integer', 'number', 'string'];
const formats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
