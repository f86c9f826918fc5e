type Json = Readonly<Record<string, unknown>>;

/**
 * Makes responses comparable. Placeholders replace the parts that differ between servers: uids, current times,
 * generated addresses and generated ports.
 */
export function masked(answer: unknown, asked: unknown): Json {
  const given = JSON.stringify(asked);
  const { metadata = {} } = answer as { readonly metadata?: { readonly uid?: string } };
  const text = JSON.stringify(answer)
    .replaceAll(metadata.uid ?? '?', 'UID')
    .replaceAll(/"resourceVersion":"\d+"/g, '"resourceVersion":"RV"')
    .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/g, (time) =>
      given.includes(time) ? time : '"NOW"',
    )
    .replaceAll(/"10\.(0|9[6-9]|10\d|11[01])\.\d+\.\d+"/g, (address) =>
      given.includes(address) ? address : '"ADDRESS"',
    )
    .replaceAll(/"(nodePort|healthCheckNodePort)":(\d+)/g, (port, name: string, number: string) =>
      given.includes(number) ? port : `"${name}":"PORT"`,
    );
  const made = JSON.parse(text) as Json & { readonly metadata?: Json };
  const entries = (made.metadata?.['managedFields'] ?? []) as readonly Json[];
  return entries.length === 0 ? made : { ...made, metadata: { ...made.metadata, managedFields: entries } };
}
