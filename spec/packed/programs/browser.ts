/**
 * A program for a web page that imports `rx-informer`, `rx-informer/fetch` and `rx-informer/kinds`. It writes each
 * change into the page.
 */
import { informer, listWatch } from 'rx-informer';
import { fetchTransport, pageVisible } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';

const transport = fetchTransport({ server: '' });
const pods = informer(listWatch(transport, core.v1.pods), { reflect: { enabled: pageVisible() } });

const write = (id: string, text: string): void => {
  const line = document.createElement('li');
  line.textContent = text;
  document.getElementById(id)?.append(line);
};
pods.status$.subscribe(({ phase }) => write('status', phase));
pods.changes().subscribe(({ type, key, cause }) => write('changes', `${type} ${key} ${cause}`));
