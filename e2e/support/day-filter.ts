import { expect, type Page } from '@playwright/test'

/** Returns the accessible name of a day in the calendar, such as `20 novembro 2026`. */
const nameOf = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const long = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })
  return `${Number(date)} ${long.format(new Date(`${year}-${month}-15T12:00:00Z`))} ${year}`
}

/** Chooses a day, such as `2026-11-20`, of this or the previous month with the filter that has the given name. */
export async function chooseDay(page: Page, filter: string, day: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${filter}`) }).click()
  const previous = page.getByRole('button', { name: 'Mês anterior' })
  await expect(previous).toBeVisible()
  const cell = page.getByRole('button', { name: nameOf(day), exact: true })
  if ((await cell.count()) === 0) await previous.click()
  await cell.click()
  await expect(previous).toBeHidden()
}
