import { conflict } from '../rules/errors.ts'

/**
 * Checked on the locked row, after permission and before the input (C6.6, C6.8). Throws if the row has another version.
 */
export type Precondition<Record> = (current: Record) => void

export const unconditional: Precondition<unknown> = () => undefined

/** GraphQL's optional `version` (C6.8): an outdated version is CONFLICT. */
export const atVersion =
  (version: number | null | undefined): Precondition<{ readonly version: number }> =>
  (current) => {
    if (typeof version === 'number' && version !== current.version)
      throw conflict(
        `The current version is ${current.version}, not ${version}. Read the record again and repeat the change.`,
      )
  }
