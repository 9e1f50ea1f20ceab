import { type Context, type User } from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import {
  aContext,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
  toolModel as model,
} from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { createSchema } from '../service/schema.ts'

const schema = createSchema({ model })

interface Answer {
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The codes of the errors; undefined without an error. */
  readonly codes: readonly (string | undefined)[] | undefined
}

/** A schema with the declared types of the tests over stores in memory, with three users and a category. */
export const createToolWorld = async () => {
  const stores = memoryStores(new MemoryTables(), model)
  const people = {
    ada: await stores.users.add(aUser('ada', 'ADMIN'), null),
    rita: await stores.users.add(aUser('rita', 'READER'), null),
    rob: await stores.users.add(aUser('rob', 'READER'), null),
  }
  const createContextFor = (as: User | null): Context =>
    aContext({ model, stores, caller: as ? callerOf(as) : ANYBODY })
  /** Runs a document as the administrator, as another user, or anonymously (null). */
  const run = async (source: string, as: User | null = people.ada): Promise<Answer> => {
    const { data, errors } = await graphql({ schema, source, contextValue: createContextFor(as) })
    const codes = errors?.map(({ originalError }) => (originalError as { code?: string } | undefined)?.code)
    return { data: data as Answer['data'], codes }
  }
  const { data } = await run('mutation { createCategory(input: { name: "Saws" }) { id } }')
  return { schema, people, run, category: String(data['createCategory']?.['id']) }
}
