import fc, { type GeneratorValue } from 'fast-check'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'
import { listFleet } from '../model/fleet-model.ts'
import { createGraphql, createRest } from '../service/interfaces.ts'
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
    fleet.compare(
      'a deletion and a read',
      { remove: type.name, id },
      'record' in removed,
      !('record' in read),
    )
  }
}
