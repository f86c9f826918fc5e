import { drawDiagram } from '../marbles/svg.ts';
import { type Experiment, experiments } from './experiments.ts';
import { runExperiment } from './run-experiment.ts';

/**
 * A custom element for the operators page. The reader chooses an operator, changes its input and options, and sees the
 * output.
 */
class OperatorLab extends HTMLElement {
  #experiment: Experiment | undefined = experiments[0];

  connectedCallback(): void {
    this.#render();
  }

  #render(): void {
    const experiment = this.#experiment;
    if (experiment === undefined) return;
    this.replaceChildren(
      field(
        'Operator',
        choice(
          experiments.map(({ name }) => name),
          experiment.name,
          (name) => {
            this.#experiment = experiments.find((one) => one.name === name);
            this.#render();
          },
        ),
      ),
      ...Object.entries(experiment.inputs).map(([label, marbles]) =>
        field(
          label,
          input(label, marbles, () => this.#run()),
        ),
      ),
      ...Object.entries(experiment.options).map(([label, choices]) =>
        field(
          label,
          choice(choices, choices[0] ?? '', () => this.#run(), label),
        ),
      ),
      element('pre', { className: 'lab-code', tabIndex: 0 }),
      element('div', { className: 'lab-output', role: 'status' }),
      element('p', { className: 'lab-legend', textContent: experiment.legend }),
    );
    this.#run();
  }

  #run(): void {
    const experiment = this.#experiment;
    const [code, output] = [this.querySelector('.lab-code'), this.querySelector('.lab-output')];
    if (experiment === undefined || code === null || output === null) return;
    const inputs = this.#values('input');
    const options = this.#values('select');
    code.textContent = experiment.code(options);
    try {
      output.innerHTML = drawDiagram(
        runExperiment(experiment, inputs, options),
        `${experiment.name}: input and output`,
      );
    } catch (error) {
      output.replaceChildren(
        element('p', {
          className: 'lab-problem',
          textContent: error instanceof Error ? error.message : String(error),
        }),
      );
    }
  }

  /** Returns the values of the input fields, or of the select fields, by name. */
  #values(kind: 'input' | 'select'): Readonly<Record<string, string>> {
    const fields = [...this.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`${kind}[name]`)];
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  }
}

function field(label: string, control: HTMLElement): HTMLElement {
  const whole = element('label', { className: 'lab-field' });
  whole.append(element('span', { textContent: label }), control);
  return whole;
}

function input(name: string, value: string, onChange: () => void): HTMLElement {
  const control = element('input', { name, value, spellcheck: false, autocomplete: 'off' });
  control.addEventListener('input', onChange);
  return control;
}

function choice(
  choices: readonly string[],
  chosen: string,
  onChange: (value: string) => void,
  name = '',
): HTMLElement {
  const control = element('select', { name });
  for (const value of choices)
    control.append(element('option', { value, textContent: value, selected: value === chosen }));
  control.addEventListener('change', () => onChange(control.value));
  return control;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  members: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), members);
}

customElements.define('operator-lab', OperatorLab);
