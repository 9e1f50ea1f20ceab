import { AsyncLocalStorage } from 'node:async_hooks'

/** C15.16: the person for whom statements of the database run. */
export interface Sender {
  /** A user with all sessions and keys, a client, or an address. */
  readonly person: string
  /** Whether nobody waits for the result any longer. */
  readonly isGone: boolean
  /** The most milliseconds of a transaction; undefined for the usual time. */
  readonly transactionMs?: number
  /** Adds the time of a statement, in milliseconds. */
  spend(milliseconds: number): void
}

/** The database time of a request that is part of its price. */
const FREE_MS = 500
/** Each begun part of the time beyond costs a request. */
const PART_MS = 100

/** The sender of one request, or of one event of a subscription. */
export class RequestSender implements Sender {
  readonly person: string
  readonly #charge: (requests: number) => void
  #isGone = false
  #spentMs = 0
  #charged = 0

  /** `charge` is called after a statement, with the requests that the time costs: also if the client has left. */
  constructor(person: string, charge: (requests: number) => void) {
    this.person = person
    this.#charge = charge
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** The client has left, or its request took too long. */
  leave(): void {
    this.#isGone = true
  }

  spend(milliseconds: number): void {
    this.#spentMs += milliseconds
    const price = Math.ceil((this.#spentMs - FREE_MS) / PART_MS)
    if (price <= this.#charged) return
    this.#charge(price - this.#charged)
    this.#charged = price
  }
}

/** The senders of requests that share a run. It belongs to the first one, and each of them pays an equal part. */
export class SharedSender implements Sender {
  readonly #senders: Sender[] = []
  readonly person: string

  constructor(first: Sender) {
    this.person = first.person
    this.#senders.push(first)
  }

  get isGone(): boolean {
    return this.#senders.every(({ isGone }) => isGone)
  }

  join(sender: Sender): void {
    this.#senders.push(sender)
  }

  spend(milliseconds: number): void {
    for (const each of this.#senders) each.spend(milliseconds / this.#senders.length)
  }
}

const asking = new AsyncLocalStorage<Sender | null>()

/** Runs work whose statements are for this sender. */
export const askFor = <Result>(sender: Sender, work: () => Result): Result => asking.run(sender, work)

/** Runs work that the service does for itself, although a request has caused it. */
export const askForService = <Result>(work: () => Result): Result => asking.run(null, work)

/** The sender for whom the present work runs; null for the service itself, such as in a job. */
export const findSender = (): Sender | null => asking.getStore() ?? null

/** Gives the transactions of the work more time. */
export const extendTransactions = <Result>(transactionMs: number, work: () => Result): Result => {
  const sender = findSender()
  if (sender === null) return work()
  const extended = {
    person: sender.person,
    get isGone() {
      return sender.isGone
    },
    transactionMs,
    spend: (milliseconds: number) => sender.spend(milliseconds),
  }
  return askFor(extended, work)
}
