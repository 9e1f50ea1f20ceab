/**
 * Empties a list after its last use. The promises of a request refer to its lists, and V8 moves promises that wait to
 * the old objects, which it frees late: with their lists, responses of 40 KB take twice the time.
 */
export const release = (list: readonly unknown[]): void => {
  // Its only owner is the caller.
  ;(list as unknown[]).length = 0
}
