import type { RecordType } from '@content-service/domain'
import { createGraphql, createRest, type Interface, type Outcome } from '../service/interfaces.ts'
import type { Fleet } from '../service/fleet.ts'

const LATER = '2999-01-01T00:00:00.000Z'
const BEFORE = '2001-01-01T00:00:00.000Z'

/** Sets the schedule of a record over REST, or removes it; the status of the response. */
const sendOverRest = async (fleet: Fleet, path: string, publishAt: string | null): Promise<unknown> => {
  const request = publishAt === null ? { method: 'DELETE' } : { method: 'PUT', body: { publishAt } }
  const { status, body } = await fleet.ask({ ...request, path: `${path}/schedule` })
  return status < 400 ? 'done' : body['code']
}

interface GraphqlAnswer {
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

const sendOverGraphql = async (fleet: Fleet, type: RecordType, id: string, publishAt: string | null) => {
  const query =
    publishAt === null
      ? `mutation ($id: ID!) { unschedule${type.name}(id: $id) { scheduledFor } }`
      : `mutation ($id: ID!, $publishAt: String!) { schedule${type.name}(id: $id, publishAt: $publishAt) { scheduledFor } }`
  const variables = { id, ...(publishAt !== null && { publishAt }) }
  const { body } = await fleet.ask({ method: 'POST', path: '/graphql', body: { query, variables } })
  return (body as GraphqlAnswer).errors?.[0]?.extensions.code ?? 'done'
}

const readTime = (outcome: Outcome): unknown =>
  'record' in outcome ? outcome.record['scheduledFor'] : outcome.code

/** C17.2: schedules a record over each interface, reads it over the other, and takes it back. Returns whether it could wait. */
export const driveSchedule = async (fleet: Fleet, type: RecordType, id: string): Promise<boolean> => {
  const path = `/api/${type.names.path}/${id}`
  const ways: readonly (readonly [(at: string | null) => Promise<unknown>, Interface])[] = [
    [(at) => sendOverRest(fleet, path, at), createGraphql(fleet)],
    [(at) => sendOverGraphql(fleet, type, id, at), createRest(fleet)],
  ]
  const told: unknown[] = []
  for (const [send, reader] of ways) {
    const past = await send(BEFORE)
    const sent = await send(LATER)
    const waiting = readTime(await reader.read(type, id))
    const removed = await send(null)
    told.push([past, sent, waiting, removed, readTime(await reader.read(type, id))])
  }
  fleet.compare('the interfaces', { schedule: path }, told[0], told[1])
  return JSON.stringify(told[0]) === JSON.stringify(['BAD_USER_INPUT', 'done', LATER, 'done', null])
}
