import type { RecordType } from '@content-service/domain'
import { nameCreateInput, nameUpdateInput } from '@content-service/domain/internal/model'
import type { Body } from '../plan/bodies.ts'
import type { Fleet } from './fleet.ts'
import type { FleetAnswer } from './send.ts'
import { presentBody, presentRecord, selectRecord, toInput } from './graphql-values.ts'
import { sortMembers } from './ids.ts'

/** What a write or a read of one record leads to, in the same form for both interfaces. */
export type Outcome =
  | { readonly record: Body }
  | { readonly code: string; readonly paths: readonly string[]; readonly isOfTypes: boolean }

/** One of the interfaces of all services. */
export interface Interface {
  create(type: RecordType, body: Body): Promise<Outcome>
  update(type: RecordType, id: string, body: Body): Promise<Outcome>
  read(type: RecordType, id: string, isGuest?: boolean): Promise<Outcome>
  remove(type: RecordType, id: string): Promise<Outcome>
  /** C17.4, for types with a trash. */
  restore(type: RecordType, id: string): Promise<Outcome>
  purge(type: RecordType, id: string): Promise<Outcome>
}

interface RestProblem {
  readonly code: string
  readonly errors?: readonly { readonly pointer: string }[]
}

const ofRest = (type: RecordType, { status, body }: FleetAnswer): Outcome => {
  if (status < 400) return { record: sortMembers(body === null ? {} : presentBody(type, body)) as Body }
  const { code, errors = [] } = body as unknown as RestProblem
  return { code, paths: errors.map(({ pointer }) => pointer).toSorted(), isOfTypes: false }
}

export const createRest = (fleet: Fleet): Interface => ({
  create: async (type, body) =>
    ofRest(type, await fleet.ask({ method: 'POST', path: `/api/${type.names.path}`, body })),
  update: async (type, id, body) =>
    ofRest(type, await fleet.ask({ method: 'PATCH', path: `/api/${type.names.path}/${id}`, body })),
  read: async (type, id, isGuest = false) =>
    ofRest(type, await fleet.ask({ method: 'GET', path: `/api/${type.names.path}/${id}`, isGuest })),
  remove: async (type, id) =>
    ofRest(type, await fleet.ask({ method: 'DELETE', path: `/api/${type.names.path}/${id}` })),
  restore: async (type, id) =>
    ofRest(type, await fleet.ask({ method: 'POST', path: `/api/${type.names.path}/${id}/restore` })),
  purge: async (type, id) =>
    ofRest(type, await fleet.ask({ method: 'DELETE', path: `/api/${type.names.path}/${id}/trash` })),
})

interface GraphqlError {
  readonly extensions: {
    readonly code: string
    readonly problems?: readonly { readonly path: readonly (string | number)[] }[]
  }
  readonly path?: unknown
}

interface GraphqlBody {
  readonly data?: Readonly<Record<string, Body | null | true>> | null
  readonly errors?: readonly GraphqlError[]
}

/** `/input/tags/2` of a mutation is `/tags/2` of a body. */
const toPointer = (path: readonly (string | number)[]): string =>
  path
    .filter((name, place) => place > 0 || name !== 'input')
    .map((name) => `/${name}`)
    .join('')

const ofGraphql = (type: RecordType, field: string, { body }: FleetAnswer): Outcome => {
  const { data, errors } = body as GraphqlBody
  const [error] = errors ?? []
  if (error !== undefined) {
    const { code, problems = [] } = error.extensions
    const paths = problems.map(({ path }) => toPointer(path)).toSorted()
    return { code, paths, isOfTypes: error.path === undefined }
  }
  const record = data?.[field]
  if (record === null || record === undefined) return { code: 'NOT_FOUND', paths: [], isOfTypes: false }
  return { record: sortMembers(record === true ? {} : presentRecord(type, record)) as Body }
}

export const createGraphql = (fleet: Fleet): Interface => {
  const ask = (query: string, variables: object, isGuest = false) =>
    fleet.ask({ method: 'POST', path: '/graphql', body: { query, variables }, isGuest })
  const write = async (type: RecordType, verb: 'create' | 'update', input: object): Promise<Outcome> => {
    const name = verb === 'create' ? nameCreateInput(type) : nameUpdateInput(type)
    const field = `${verb}${type.name}`
    const query = `mutation ($input: ${name}!) { ${field}(input: $input) ${selectRecord(type)} }`
    return ofGraphql(type, field, await ask(query, { input }))
  }
  const act = async (type: RecordType, field: string, id: string, selection = ''): Promise<Outcome> =>
    ofGraphql(type, field, await ask(`mutation ($id: ID!) { ${field}(id: $id) ${selection} }`, { id }))
  return {
    create: (type, body) => write(type, 'create', toInput(type, body)),
    update: (type, id, body) => write(type, 'update', { id, ...toInput(type, body) }),
    read: async (type, id, isGuest = false) => {
      const query = `query ($id: ID!) { ${type.word}(id: $id) ${selectRecord(type)} }`
      return ofGraphql(type, type.word, await ask(query, { id }, isGuest))
    },
    remove: (type, id) => act(type, `delete${type.name}`, id),
    restore: (type, id) => act(type, `restore${type.name}`, id, selectRecord(type)),
    purge: (type, id) => act(type, `purge${type.name}`, id),
  }
}
