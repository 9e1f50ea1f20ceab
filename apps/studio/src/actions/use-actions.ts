import { useState } from 'react'

/** An action on a record. */
export interface Action {
  readonly send: () => Promise<unknown>
  /** What people read when it is done. */
  readonly done: string
}

/** The actions on a record: one runs at a time. */
export interface Actions {
  readonly isRunning: boolean
  /** What was done last; an empty text after a change. */
  readonly done: string
  /** Why the last action that `start` has started did not work; null if it did. */
  readonly error: unknown
  /** Resolves when the page shows the record as the action has left it. @throws ClientError. */
  readonly run: (action: Action) => Promise<void>
  /** Runs an action that shows its error nowhere else. */
  readonly start: (action: Action) => void
  /** Notes what was done. Nothing, when people do something else. */
  readonly note: (done: string) => void
}

export const useActions = (renew: () => Promise<void>): Actions => {
  const [isRunning, setRunning] = useState(false)
  const [done, setDone] = useState('')
  const [error, setError] = useState<unknown>(null)
  const note = (word: string): void => {
    setDone(word)
    setError(null)
  }
  const run = async (action: Action): Promise<void> => {
    setRunning(true)
    note('')
    try {
      await action.send()
      setDone(action.done)
    } finally {
      await renew()
      setRunning(false)
    }
  }
  return { isRunning, done, error, run, start: (action) => void run(action).catch(setError), note }
}
