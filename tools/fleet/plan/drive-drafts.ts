import type { RecordType } from '@content-service/domain'
import { DRAFT, getDraftType, listDraftMembers } from '@content-service/domain/internal/model'
import type { GeneratorValue } from 'fast-check'
import { presentBody, presentRecord, selectField } from '../service/graphql-values.ts'
import { sortMembers } from '../service/ids.ts'
import { generateChange, type Body } from './bodies.ts'
import type { Drive } from './drive-records.ts'

interface Answer {
  readonly data?: Readonly<Record<string, Body | null>> | null
}

const OWN = ['baseVersion', 'changedAt', 'isStale', 'changes']

/** What both interfaces show of a draft. */
const present = (
  own: Body,
  { version: _, updatedAt: _updated, createdAt: _created, ...values }: Body,
): Body => sortMembers({ ...values, ...Object.fromEntries(OWN.map((name) => [name, own[name]])) }) as Body

const readOverGraphql = async ({ fleet }: Drive, type: RecordType, id: string): Promise<Body> => {
  const draft = getDraftType(type)
  const fields = Object.entries(draft.shown).map((entry) => selectField(type, entry))
  const query = `query ($id: ID!) { ${type.word}(id: $id) { ${DRAFT} { ${[...OWN, ...fields].join(' ')} } } }`
  const { body } = await fleet.ask({ method: 'POST', path: '/graphql', body: { query, variables: { id } } })
  const shown = ((body as Answer).data?.[type.word]?.[DRAFT] ?? {}) as Body
  const values = presentRecord(draft, shown)
  // A draft can be without a list of links.
  const lists = draft.manyLinks.map(({ attribute }) => [attribute, values[attribute] ?? null] as const)
  return present(shown, { ...values, ...Object.fromEntries(lists) })
}

/** The members of a change that a draft takes. */
const generateDraft = (g: GeneratorValue, { names }: Drive, type: RecordType, serial: number): Body => {
  const members = listDraftMembers(getDraftType(type))
  const change = generateChange(g, type, { names, serial })
  return Object.fromEntries(Object.entries(change).filter(([name]) => Object.hasOwn(members, name)))
}

/** C17.6: saves a draft of a record, reads it over both interfaces, and applies it. Returns whether it was applied. */
export const driveDraft = async (
  drive: Drive,
  g: GeneratorValue,
  [type, id, serial]: readonly [RecordType, string, number],
): Promise<boolean> => {
  const { fleet } = drive
  const path = `/api/${type.names.path}/${id}/${DRAFT}`
  const saved = await fleet.ask({ method: 'PATCH', path, body: generateDraft(g, drive, type, serial) })
  // A group that was null needs its required members.
  if (saved.status !== 200) return false
  const shown = present(saved.body, presentBody(getDraftType(type), saved.body))
  fleet.compare('the interfaces', { draft: path }, shown, await readOverGraphql(drive, type, id))
  fleet.compare('a save and its draft', { draft: path }, { isStale: false }, { isStale: shown['isStale'] })
  const applied = await fleet.ask({ method: 'POST', path: `${path}/application` })
  if (applied.status !== 200) await fleet.ask({ method: 'DELETE', path })
  return applied.status === 200
}
