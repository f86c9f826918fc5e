import { eventually } from './eventually.ts';
import { get, post } from './client.ts';
import { definitions, group, widgetDefinition } from './widgets.ts';

/** Creates the CRD of `Widget` before all checks. Waits until the server serves widgets. */
export default async function globalSetup(): Promise<void> {
  const { status, text } = await post(definitions, widgetDefinition({ group }));
  if (status !== 201 && status !== 409) {
    console.error(
      `The CustomResourceDefinition of the widgets was refused, so their checks will fail: ${status} ${text}`,
    );
    return;
  }
  await eventually(
    () => get(`/apis/${group}/v1/widgets`),
    ({ status: served }) => served === 200,
  );
}
