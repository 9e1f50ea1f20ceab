import { conflict } from './errors.ts'

/** Checked on the locked row, after permission and before the input (C6.6, C6.8). Throws when the row is another one. */
export type Precondition<Record> = (current: Record) => void

export const unconditional: Precondition<unknown> = () => undefined

/** GraphQL's optional `version` (C6.8): a stale one is CONFLICT. */
export const atVersion =
  (version: number | null | undefined): Precondition<{ readonly version: number }> =>
  (current) => {
    if (typeof version === 'number' && version !== current.version)
      throw conflict(
        `The current version is ${current.version}, not ${version}. Read the record again and repeat the change.`,
      )
  }
