/**
 * Patterns for values that always differ between two servers, for example uids, versions, times and addresses. Their
 * lengths change the widths of table columns.
 */
const own: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UID'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME'],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, 'TIME'],
  [/\b(LIVE|MERGED)-\d+/g, '$1'],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [+-]\d{4}/g, 'TIME'],
  [/(Resource Version: +)\d+/g, '$1VERSION'],
  [/(resourceVersion\\?"?: *\\?"?)\d+/g, '$1VERSION'],
  [/\b(?:\d{1,2}m)?\d{1,3}s( ago)?\b/g, 'AGE$1'],
  [/\b10\.\d+\.\d+\.\d+\b/g, 'ADDRESS'],
  [/(\b80:|nodePort: )3(?!0080)\d{4}\b/g, '$1PORT'],
  [/"continue": *"[^"]+"/g, '"continue": "TOKEN"'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'TOKEN'],
  [/(?<=\S) {2,}/g, '  '],
  [/ +$/gm, ''],
];

/**
 * Patterns for log lines of kubectl. The comparison ignores debug lines and messages about the end of kubectl's own
 * watches, because these lines depend on timing in kubectl.
 */
const logged: readonly RegExp[] = [
  /^I\d{4} .*\n/gm,
  /^[WE]\d{4} .* reflector\.go.*(?:very short watch|context deadline exceeded|context canceled).*\n/gm,
];

/** Replaces the values that always differ between two servers, and removes the ignored log lines. */
export function neutral(output: string, server: string): string {
  const { host } = new URL(server);
  const addressed = output.replaceAll(server, 'SERVER').replaceAll(host, 'HOST');
  const said = logged.reduce((text, pattern) => text.replace(pattern, ''), addressed);
  return own.reduce((text, [pattern, word]) => text.replace(pattern, word), said);
}
