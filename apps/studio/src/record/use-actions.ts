import { useState } from 'react'

/** The request of an action. */
export type Send = () => Promise<unknown>

/** The actions on a record: one runs at a time. */
export interface Actions {
  readonly isRunning: boolean
  /** Why the last action that `start` has started did not work; null if it did. */
  readonly error: unknown
  /** Resolves when the page shows the record as the action has left it. @throws ClientError. */
  readonly run: (send: Send) => Promise<void>
  /** Runs an action that shows its error nowhere else. */
  readonly start: (send: Send) => void
}

export const useActions = (renew: () => Promise<void>): Actions => {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (send: Send): Promise<void> => {
    setRunning(true)
    setError(null)
    try {
      await send()
    } finally {
      await renew()
      setRunning(false)
    }
  }
  return { isRunning, error, run, start: (send) => void run(send).catch(setError) }
}
