import type { RecordType } from '@content-service/domain'
import { getRevisionType, nameRestoration, REVISIONS } from '@content-service/domain/internal/model'
import type { Fleet } from '../service/fleet.ts'
import { presentBody, presentRecord, selectField, selectRecord } from '../service/graphql-values.ts'
import { createRest } from '../service/interfaces.ts'
import { sortMembers } from '../service/ids.ts'
import type { Body } from './bodies.ts'

interface Answer {
  readonly data?: Readonly<Record<string, Body | null>> | null
}

const ask = (fleet: Fleet, query: string, id: string) =>
  fleet.ask({ method: 'POST', path: '/graphql', body: { query, variables: { id } } })

/** What both interfaces show of a revision. */
const present = (shown: Body): Body => {
  const { id, createdAt, version: _, updatedAt: _updated, changedAt: _changed, ...values } = shown
  return sortMembers({ id, createdAt, ...values }) as Body
}

const readOverRest = async (fleet: Fleet, type: RecordType, path: string): Promise<Body> => {
  const { body } = await fleet.ask({ method: 'GET', path })
  const { editor: _, ...values } = presentBody(getRevisionType(type), body)
  return present(values)
}

const readOverGraphql = async (fleet: Fleet, type: RecordType, id: string): Promise<readonly Body[]> => {
  const revision = getRevisionType(type)
  const fields = Object.entries(revision.shown).map((entry) => selectField(type, entry))
  const query = `query ($id: ID!) { ${type.word}(id: $id) { ${REVISIONS}(limit: 2) { id createdAt ${fields.join(' ')} } } }`
  const { body } = await ask(fleet, query, id)
  const kept = (body as Answer).data?.[type.word]?.[REVISIONS] as readonly Body[] | null
  return (kept ?? []).map((each) => present(presentRecord(revision, each)))
}

/** Restores a revision over one of the interfaces, and reads the record over the other one. */
const restore = async (fleet: Fleet, type: RecordType, path: string, revision: Body): Promise<void> => {
  const name = nameRestoration(type)
  const query = `mutation ($id: ID!) { ${name}(id: $id) ${selectRecord(type)} }`
  const { body } = await ask(fleet, query, String(revision['id']))
  const record = (body as Answer).data?.[name]
  // Another record can have the unique value of the revision by now.
  if (!record) return
  const restored = { record: sortMembers(presentRecord(type, record)) as Body }
  const id = String(record['id'])
  fleet.compare('the interfaces', { restored: path }, restored, await createRest(fleet).read(type, id))
}

/** C17.3: reads and restores the revisions of a record over both interfaces. Returns the number of these revisions. */
export const driveRevisions = async (fleet: Fleet, type: RecordType, id: string): Promise<number> => {
  const path = `/api/${type.names.path}/${id}/revisions`
  const revisions = await readOverGraphql(fleet, type, id)
  for (const revision of revisions) {
    const one = `${path}/${String(revision['id'])}`
    fleet.compare('the interfaces', { read: one }, await readOverRest(fleet, type, one), revision)
  }
  await fleet.ask({ method: 'GET', path, query: { limit: '1' } })
  const [newest] = revisions
  if (newest) await restore(fleet, type, path, newest)
  return revisions.length
}
