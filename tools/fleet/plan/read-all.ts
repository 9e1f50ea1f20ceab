import type { RecordType } from '@content-service/domain'
import { listCounters } from '@content-service/domain/internal/model'
import type { Fleet } from '../service/fleet.ts'
import { presentBody, presentRecord, selectRecord } from '../service/graphql-values.ts'
import { sortMembers } from '../service/ids.ts'
import type { Body } from './bodies.ts'
import { listIds, MOST_LISTED, type GraphqlLists } from './listed.ts'

/** All records of the type as both interfaces list them, newest first. */
export const readAll = async (fleet: Fleet, type: RecordType, isGuest = false): Promise<readonly Body[]> => {
  const all: Body[] = []
  for (let page = 1; ; page += 1) {
    const rows = await readListed(fleet, type, { page, isGuest })
    all.push(...rows)
    if (rows.length < MOST_LISTED) return all
  }
}

const readListed = async (
  fleet: Fleet,
  type: RecordType,
  { page, isGuest }: { readonly page: number; readonly isGuest: boolean },
): Promise<readonly Body[]> => {
  const request = { method: 'GET', path: `/api/${type.names.path}`, isGuest }
  const rest = await fleet.ask({ ...request, query: { limit: String(MOST_LISTED), page: String(page) } })
  const query = `{ ${type.names.list}(limit: ${MOST_LISTED}, offset: ${(page - 1) * MOST_LISTED}) ${selectRecord(type, listCounters(type))} }`
  const graphql = await fleet.ask({ method: 'POST', path: '/graphql', body: { query }, isGuest })
  const { data } = graphql.body as GraphqlLists
  const rows = (data?.[type.names.list] ?? []).map((row) => {
    const counters = listCounters(type).map((name) => [name, row[name]] as const)
    return sortMembers({ ...presentRecord(type, row), ...Object.fromEntries(counters) }) as Body
  })
  // A REST list leaves out long texts, counters, and the ids of links to many records.
  const shown = (rest.body as unknown as readonly Body[]).map(
    (row) => sortMembers(presentBody(type, row)) as Body,
  )
  for (const [place, row] of shown.entries()) {
    const names = Object.keys(row)
    const same = Object.fromEntries(names.map((name) => [name, rows[place]?.[name]]))
    fleet.compare('the interfaces', { list: type.name, id: row['id'], isGuest }, row, same)
  }
  fleet.compare('the interfaces', { list: type.name, isGuest }, listIds(shown), listIds(rows))
  return rows
}
