import { messages } from '../../generated/messages.ts';
import { own } from '../../json.ts';

/** One field of a protobuf message. */
export interface Field {
  /**
   * The name of the field in JSON. The name `.` means that the members of the value replace the field, as for an
   * inlined struct in Go.
   */
  readonly name: string;
  readonly type: string;
  readonly shape: 'one' | 'list' | 'map';
  /** Whether the JSON omits the field if its value is empty, as `omitempty` in Go. */
  readonly omitsEmpty: boolean;
}

/**
 * Returns the fields of a protobuf message by field number. The generated text that describes the fields is parsed on
 * first use.
 */
export function fieldsOf(message: string): ReadonlyMap<number, Field> {
  const known = cache.get(message);
  if (known !== undefined) return known;
  const fields = new Map((own(messages, message) ?? '').split(',').filter(isFull).map(parsed));
  cache.set(message, fields);
  return fields;
}

const cache = new Map<string, ReadonlyMap<number, Field>>();

const isFull = (text: string): boolean => text !== '';

function parsed(text: string): [number, Field] {
  const [number, described = '', name = ''] = text.split(' ');
  const shape = described.startsWith('[') ? 'list' : described.startsWith('{') ? 'map' : 'one';
  const type = described.replace(/^[[{]/, '').replace(/\?$/, '');
  return [Number(number), { name, type, shape, omitsEmpty: described.endsWith('?') }];
}
