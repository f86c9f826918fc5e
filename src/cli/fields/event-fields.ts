import type { Event } from '../../kinds/index.ts';

/** What happened, to what, and in which words; of `events.k8s.io` too, whose names differ. */
export function eventFields(event: Event): readonly string[] {
  const { regarding = event.involvedObject, note = event.message } = event as Partial<EventOfItsGroup>;
  return [
    event.type ?? '',
    event.reason ?? '',
    `${regarding?.kind ?? ''}/${regarding?.name ?? ''}`,
    note ?? '',
  ].filter((field) => field !== '' && field !== '/');
}

interface EventOfItsGroup {
  readonly regarding: { readonly kind?: string; readonly name?: string };
  readonly note: string;
}
