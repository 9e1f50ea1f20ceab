import type { RecordType } from '@content-service/domain'
import { hidesTrash } from '@content-service/domain/internal/model'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'
import { listFleet } from '../model/fleet-model.ts'
import { createGraphql, createRest, type Outcome } from '../service/interfaces.ts'
import { listIds, MOST_LISTED, type GraphqlLists } from './listed.ts'
import type { Drive } from './drive-records.ts'

/** One of so many types loses a record. */
const ONE_OF = 3

/** Deletes a record of some types over one of the interfaces; the other one reads it no more. */
export const driveRemovals = async (drive: Drive, g: GeneratorValue): Promise<void> => {
  const { fleet, names, seen } = drive
  const [rest, graphql] = [createRest(fleet), createGraphql(fleet)]
  for (const type of listFleet(fleet.model)) {
    if (g(fc.nat, ONE_OF - 1) > 0) continue
    const id = choose(g, names.get(type.plural) ?? [])
    const [remover, reader] = choose(g, [
      [rest, graphql],
      [graphql, rest],
    ] as const)
    // An earlier deletion can have taken the record with it.
    if (!('record' in (await reader.read(type, id)))) continue
    const removed = await remover.remove(type, id)
    const read = await reader.read(type, id)
    seen.removed += Number('record' in removed)
    // Administrators see what is in the trash.
    const isGone = hidesTrash(type) ? isInTrash(read) : !('record' in read)
    fleet.compare('a deletion and a read', { remove: type.name, id }, 'record' in removed, isGone)
    if (hidesTrash(type) && isGone) await driveTrash(drive, type, id, choose(g, FATES))
  }
}

/** What happens to a record in the trash. */
const FATES = ['stay', 'restore', 'purge'] as const

const isInTrash = (read: Outcome): boolean => 'record' in read && read.record['deletedAt'] !== null

/** The ids of the trash over both interfaces. */
const listTrash = async ({ fleet }: Drive, type: RecordType): Promise<readonly unknown[]> => {
  const { list, path } = type.names
  const query = `{ ${list}(limit: ${MOST_LISTED}, where: { deleted: { eq: true } }) { id } }`
  const graphql = await fleet.ask({ method: 'POST', path: '/graphql', body: { query } })
  const parameters = { limit: String(MOST_LISTED), deleted: 'true' }
  const rest = await fleet.ask({ method: 'GET', path: `/api/${path}`, query: parameters })
  const { data } = graphql.body as GraphqlLists
  fleet.compare('the interfaces', { trash: type.name }, listIds(rest.body), listIds(data?.[list]))
  return listIds(rest.body)
}

/** C17.4: guests see nothing of the trash; then the record stays, comes back or is erased. */
const driveTrash = async (
  drive: Drive,
  type: RecordType,
  id: string,
  fate: (typeof FATES)[number],
): Promise<void> => {
  const { fleet } = drive
  const [rest, graphql] = [createRest(fleet), createGraphql(fleet)]
  const hidden = await Promise.all([rest.read(type, id, true), graphql.read(type, id, true)])
  const listed = await listTrash(drive, type)
  const seen = [hidden.some((read) => 'record' in read), listed.includes(id)]
  fleet.compare('the trash and its readers', { trash: type.name, id }, seen, [false, true])
  if (fate === 'restore') await rest.restore(type, id)
  if (fate === 'purge') await graphql.purge(type, id)
  await listTrash(drive, type)
  const left = await graphql.read(type, id)
  if (fate === 'purge')
    fleet.compare('an erasure and a read', { purge: type.name, id }, 'record' in left, false)
}
