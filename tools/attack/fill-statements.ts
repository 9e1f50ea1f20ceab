import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from './attack.ts'
import type { Account, AttackedService } from './attacked-service.ts'
import { readBackendBytes } from './backend-memory.ts'

const MIB = 1_048_576

/** A query with its variables. */
export interface SentQuery {
  readonly query: string
  readonly variables?: object
}

export interface StatementLoad {
  /** The accounts of readers that send the queries. */
  readonly accounts: number
  /** The requests that each account has open at a time. */
  readonly streams: number
  readonly requests: number
  /** The longest time. */
  readonly seconds: number
  /** The query of the request with this number, from 0. */
  readonly create: (number: number) => SentQuery
}

/** Readers send queries until PostgreSQL has prepared all of them. Returns the growth of its private memory. */
export const fillStatements = async (
  service: AttackedService,
  { accounts, streams, requests, seconds, create }: StatementLoad,
  limit: number,
): Promise<Figure> => {
  const readers = await Promise.all(Array.from({ length: accounts }, () => service.addAccount('READER')))
  const before = readBackendBytes(service.postgresPid)
  const statuses = new Map<number, number>()
  const deadline = Date.now() + seconds * 1_000
  let [largest, sent] = [before, 0]
  const send = async (reader: Account): Promise<void> => {
    while (sent < requests && Date.now() < deadline) {
      const { query, variables } = create(sent)
      sent += 1
      const response = await service.query(reader, query, variables)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const text = await response.text()
      if (response.status === 200 && text.startsWith('{"errors"')) throw new Error(text)
      if (response.status === 429) await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
    }
  }
  const watch = setInterval(() => (largest = Math.max(largest, readBackendBytes(service.postgresPid))), 500)
  const all = readers.flatMap((reader) => Array.from({ length: streams }, () => send(reader)))
  await Promise.all(all).finally(() => clearInterval(watch))
  process.stdout.write(`${sent} requests, by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`)
  largest = Math.max(largest, readBackendBytes(service.postgresPid))
  const value = (largest - before) / MIB
  return { name: 'growth of the private memory of PostgreSQL', value, unit: 'MiB', limit }
}
