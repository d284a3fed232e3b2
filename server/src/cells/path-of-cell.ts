import { MAIN_CELL } from '../kernel/settings/config.ts'

/**
 * Returns the start of the paths at which PSPs call a cell. So the callback URL of a receiving account names its cell,
 * and no process has to look for the account in all cells.
 */
export const pathOfCell = (cellId: string): string => (cellId === MAIN_CELL ? '' : `/cells/${cellId}`)
