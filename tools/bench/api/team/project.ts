import { resolve } from 'node:path'

/** The folder of the team whose content types the benchmark uses. */
export const TEAM = resolve(import.meta.dirname, '../../../../examples/team')
