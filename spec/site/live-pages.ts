import type { Page } from 'playwright-core';

/** Changes the input and the options of an operator on the page, and checks the output. Returns the problems. */
export async function checkOperatorLab(page: Page, url: string): Promise<readonly string[]> {
  const problems: string[] = [];
  await page.goto(url);
  const output = page.locator('.lab-output text');
  const texts = async (): Promise<string> => (await output.allTextContents()).join(' ');
  const expectTexts = async (what: string, expected: string): Promise<void> => {
    const seen = await texts();
    if (!seen.endsWith(expected)) problems.push(`${what}: ${seen}, not ${expected}`);
  };

  await expectTexts('deltaFifo coalesces while process runs', 'output r aa b a');
  await page.locator('select[name="process takes"]').selectOption('no time');
  await expectTexts('deltaFifo without a wait', 'output r a a b a');
  await page.locator('input[name="events"]').fill('-(ab)-|');
  await expectTexts('deltaFifo with another input', 'output a b');
  await page.locator('input[name="events"]').fill('-(a');
  if (!(await page.locator('.lab-problem').isVisible())) problems.push('invalid marbles show no error');

  await page.locator('operator-lab select').first().selectOption('buffered');
  await expectTexts('buffered, unbounded', 'output a b a b B');
  await page.locator('select[name="buffer"]').selectOption('conflate');
  if ((await texts()).includes('undefined')) problems.push('conflate has no output');
  await page.close();
  return problems;
}

/**
 * Creates an object on the page. Then makes the informer miss a delete and recover from a 410. Returns the problems.
 */
export async function checkPlayground(page: Page, url: string): Promise<readonly string[]> {
  const problems: string[] = [];
  await page.goto(url);
  const entry = (stage: string, hasText: string) => page.locator(`[data-list="${stage}"] li`, { hasText });
  const expectEntry = async (stage: string, text: string): Promise<void> => {
    await entry(stage, text)
      .first()
      .waitFor({ timeout: 15_000 })
      .catch(() => problems.push(`${stage} has no ${text}`));
  };

  await expectEntry('changes', '(initial)');
  await page.getByRole('button', { name: 'Create an object' }).click();
  await expectEntry('events', 'ADDED job-1');
  await expectEntry('changes', 'added job-1');
  await page.getByRole('button', { name: 'change web' }).click();
  await expectEntry('changes', 'updated web');
  await page.getByRole('button', { name: 'Miss changes, then 410' }).click();
  await expectEntry('changes', '(relist)');
  await expectEntry('changes', 'deleted');
  await page.getByLabel('the server is away').check();
  await page
    .locator('.play-status', { hasText: 'connection refused' })
    .waitFor({ timeout: 15_000 })
    .catch(() => problems.push('the status does not say that the server is away'));
  await page.close();
  return problems;
}
