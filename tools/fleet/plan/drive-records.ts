import type { RecordType } from '@content-service/domain'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'
import type { Fleet } from '../service/fleet.ts'
import type { FleetClock } from '../service/fleet-clock.ts'
import { createGraphql, createRest, type Interface, type Outcome } from '../service/interfaces.ts'
import { generateBody, generateChange, type Body } from './bodies.ts'
import { spoilBody } from './hostile-bodies.ts'

/** What happened, so that a test sees that it has asked all. */
export interface Seen {
  created: number
  refused: number
  changed: number
  refusedChanges: number
  removed: number
}

export interface Drive {
  readonly fleet: Fleet
  readonly clock: FleetClock
  readonly names: Map<string, string[]>
  readonly seen: Seen
}

/** The administrator is the first user of each service. */
const ADMINISTRATOR = '2'

export const createDrive = (fleet: Fleet, clock: FleetClock): Drive => ({
  fleet,
  clock,
  names: new Map([['users', [ADMINISTRATOR]]]),
  seen: { created: 0, refused: 0, changed: 0, refusedChanges: 0, removed: 0 },
})

/** Adds records of the service's own types, to which the types of the model link. */
export const addFirst = async ({ fleet, names }: Drive): Promise<void> => {
  for (const name of ['Äpfel', 'apfel 2']) {
    const bodies = { categories: { name }, articles: { title: name, content: name } }
    for (const [plural, body] of Object.entries(bodies)) {
      const added = await fleet.ask({ method: 'POST', path: `/api/${plural}`, body })
      names.set(plural, [...(names.get(plural) ?? []), String(added.body['id'])])
    }
  }
}

/** Each record has a number; even ones are written over REST, and odd ones over GraphQL. */
interface Writers {
  readonly writer: Interface
  readonly reader: Interface
}

const chooseWriters = ({ fleet }: Drive, serial: number): Writers => {
  const [rest, graphql] = [createRest(fleet), createGraphql(fleet)]
  return serial % 2 === 0 ? { writer: rest, reader: graphql } : { writer: graphql, reader: rest }
}

/** Ties in orders by time, and times that differ. */
const STEPS_MS = [0, 0, 1, 1_001]

/** The record as the other interface shows it. */
const checkWritten = async (
  drive: Drive,
  type: RecordType,
  written: Body,
  reader: Interface,
): Promise<void> => {
  const read = await reader.read(type, String(written['id']))
  drive.fleet.compare('the interfaces', { read: type.name, id: written['id'] }, { record: written }, read)
}

/** Both interfaces refuse the body; GraphQL names no path of a value that its types exclude. */
const driveRefusal = async (drive: Drive, type: RecordType, body: Body): Promise<void> => {
  const { fleet, seen } = drive
  const rest = await createRest(fleet).create(type, body)
  const graphql = await createGraphql(fleet).create(type, body)
  const about = { create: type.name, body }
  if ('record' in rest || 'record' in graphql) {
    if ('record' in rest !== 'record' in graphql)
      fleet.note('the interfaces', about, { rest: JSON.stringify(rest), graphql: JSON.stringify(graphql) })
    for (const outcome of [rest, graphql]) noteCreated(drive, type, outcome)
    return
  }
  seen.refused += 1
  if (!graphql.isOfTypes) fleet.compare('the interfaces', about, rest, graphql)
}

const noteCreated = ({ names, seen }: Drive, type: RecordType, outcome: Outcome): void => {
  if (!('record' in outcome)) return
  seen.created += 1
  names.set(type.plural, [...(names.get(type.plural) ?? []), String(outcome.record['id'])])
}

const driveCreation = async (
  drive: Drive,
  g: GeneratorValue,
  type: RecordType,
  serial: number,
): Promise<void> => {
  const { writer, reader } = chooseWriters(drive, serial)
  const body = generateBody(g, type, { names: drive.names, serial })
  const outcome = await writer.create(type, body)
  noteCreated(drive, type, outcome)
  if ('record' in outcome) await checkWritten(drive, type, outcome.record, reader)
  else
    drive.fleet.note(
      'a right body and the service',
      { create: type.name, body },
      { outcome: JSON.stringify(outcome) },
    )
}

const driveChange = async (
  drive: Drive,
  g: GeneratorValue,
  type: RecordType,
  serial: number,
): Promise<void> => {
  const { writer, reader } = chooseWriters(drive, serial + g(fc.nat, 1))
  const id = choose(g, drive.names.get(type.plural) ?? [])
  const change = generateChange(g, type, { names: drive.names, serial })
  const outcome = await writer.update(type, id, g(fc.nat, 4) === 0 ? spoilBody(g, type, change) : change)
  const before = await reader.read(type, id)
  if ('record' in outcome) {
    drive.seen.changed += 1
    drive.fleet.compare('the interfaces', { update: type.name, change }, outcome, before)
  } else drive.seen.refusedChanges += 1
}

/** Creates the record with this number, and refuses and changes others. */
export const driveRecord = async (
  drive: Drive,
  g: GeneratorValue,
  type: RecordType,
  serial: number,
): Promise<void> => {
  drive.clock.advance(choose(g, STEPS_MS))
  if (g(fc.nat, 2) === 0) {
    const body = generateBody(g, type, { names: drive.names, serial: serial + 1_000_000 })
    await driveRefusal(drive, type, spoilBody(g, type, body))
  }
  await driveCreation(drive, g, type, serial)
  if (g(fc.nat, 1) === 0 && drive.names.has(type.plural)) await driveChange(drive, g, type, serial)
}
