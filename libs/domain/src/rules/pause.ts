/** Waits for the next turn of the event loop. Until then, the process answers others. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
