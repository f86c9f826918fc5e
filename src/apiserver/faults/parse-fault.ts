import { aString, checkArgument, OptionsError } from '../../objects/index.ts';
import { checkFaultRule } from './check-fault-rule.ts';
import type { ServerFault, FaultRule } from './fault.ts';

/**
 * Parses a fault rule from a text: `VERB RESOURCE [NTH] [after:EVENTS] FAULT[:NUMBER]`. `*` stands for any verb or any
 * resource.
 *
 * `FAULT` is a type of {@link ServerFault}, or a status code. `NUMBER` depends on the fault: the bytes per second of
 * `throttleBody`, the revisions of `lagBehind`, the window of `reorderAcrossKeys` in ms, or the seconds of
 * `Retry-After` of a status code.
 *
 * @throws OptionsError
 *
 * @example
 * ```ts
 * parseFault('watch pods 2 dropConnection');
 * parseFault('watch pods after:3 expire');
 * parseFault('list * 429:5');
 * ```
 */
export function parseFault(text: string): FaultRule {
  checkArgument('fault', text, { ...aString, allowed: form });
  const [verb = '', resource = '', ...rest] = text.trim().split(/\s+/);
  const last = rest.pop();
  if (last === undefined) throw malformed(text);
  const matches = rest.map((word) => matchOf(text, word));
  const any = (word: string, name: string): object => (word === '*' ? {} : { [name]: word });
  const match = Object.assign({}, any(verb, 'verb'), any(resource, 'resource'), ...matches) as object;
  const rule = { match, fault: faultOf(last) };
  checkFaultRule(rule);
  return rule;
}

function matchOf(text: string, word: string): object {
  if (/^[0-9]+$/.test(word)) return { nth: Number(word) };
  const [, events] = /^after:([0-9]+)$/.exec(word) ?? [];
  if (events === undefined) throw malformed(text);
  return { afterEvents: Number(events) };
}

/** Parses a fault, but does not check the fault. `checkFaultRule` checks the fault later. */
function faultOf(word: string): ServerFault {
  const [type = '', number] = word.split(':', 2);
  const given = number === undefined ? undefined : Number(number);
  if (/^[45][0-9]{2}$/.test(type)) {
    return {
      type: 'refuse',
      status: Number(type),
      ...(given === undefined ? {} : { retryAfterSeconds: given }),
    };
  }
  const parameter = parameters[type] ?? 'number';
  return { type, ...(given === undefined ? {} : { [parameter]: given }) } as unknown as ServerFault;
}

const parameters: Readonly<Record<string, string>> = {
  throttleBody: 'bytesPerSecond',
  lagBehind: 'revisions',
  reorderAcrossKeys: 'window',
};

function malformed(text: string): OptionsError {
  return new OptionsError('fault', text, form);
}

const form = '"VERB RESOURCE [NTH] [after:EVENTS] FAULT[:NUMBER]"';
