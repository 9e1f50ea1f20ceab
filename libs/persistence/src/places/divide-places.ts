/** What holds a connection. */
export type PlaceKind = keyof Division

/** The connections of one kind. */
export interface Share {
  /** Nobody else takes these. */
  readonly least: number
  readonly most: number
  /** Of `most`, those that only persons whose usual work is short may take. */
  readonly kept: number
  /** Of `most`, those that one person may hold at a time. */
  readonly each: number
}

/** C15.16: how the connections of a process are divided. */
export interface Division {
  /** Sign-in, health, jobs, and all else that the service does for itself. */
  readonly service: Share
  /** Short reads, several persons on one connection. */
  readonly reads: Share
  /** Reads of persons whose usual read is not short, one read on a connection. */
  readonly longReads: Share
  readonly transactions: Share
  /** Searches, lists that no index serves, and reads that took too long. */
  readonly slow: Share
}

const share = (least: number, most: number, rest: Partial<Share> = {}): Share => ({
  least,
  most: Math.max(most, 1),
  kept: 0,
  each: Math.max(most, 1),
  ...rest,
})

/** With few connections, all kinds share them, and none is kept for a kind. */
export const dividePlaces = (connections: number): Division => {
  const third = Math.floor(connections / 3)
  const keeps = (from: number): 0 | 1 => (connections >= from ? 1 : 0)
  const forTransactions = connections - 2
  return {
    service: share(keeps(4), connections),
    reads: share(keeps(3), third),
    longReads: share(keeps(8), Math.floor(connections / 5)),
    transactions: share(keeps(3), forTransactions, {
      kept: keeps(5),
      each: Math.max(forTransactions - 1, 1),
    }),
    slow: share(keeps(6), third, { kept: third > 1 ? 1 : 0, each: 1 }),
  }
}
