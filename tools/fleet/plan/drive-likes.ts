import type { RecordType } from '@content-service/domain'
import type { Fleet } from '../service/fleet.ts'

interface GraphqlAnswer {
  readonly data?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>> | null
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

const sendOverRest = async (fleet: Fleet, path: string, method: string): Promise<unknown> => {
  const { status, body } = await fleet.ask({ method, path: `${path}/like` })
  return status < 400 ? 'done' : body['code']
}

const askGraphql = async (fleet: Fleet, query: string, id: string): Promise<GraphqlAnswer> => {
  const body = { query, variables: { id } }
  return (await fleet.ask({ method: 'POST', path: '/graphql', body })).body as GraphqlAnswer
}

const sendOverGraphql = async (fleet: Fleet, name: string, id: string): Promise<unknown> => {
  const { errors } = await askGraphql(fleet, `mutation ($id: ID!) { ${name}(id: $id) { likes liked } }`, id)
  return errors?.[0]?.extensions.code ?? 'done'
}

const readOverRest = async (fleet: Fleet, path: string): Promise<unknown> =>
  (await fleet.ask({ method: 'GET', path: `${path}/stats` })).body['likes']

const readOverGraphql = async (fleet: Fleet, { word }: RecordType, id: string): Promise<unknown> =>
  (await askGraphql(fleet, `query ($id: ID!) { ${word}(id: $id) { likes } }`, id)).data?.[word]?.['likes']

/** C17.5: likes a record over each interface, reads the number over the other one, takes the like back, and likes it at last. */
export const driveLikes = async (fleet: Fleet, type: RecordType, id: string): Promise<boolean> => {
  const path = `/api/${type.names.path}/${id}`
  const rest = (verb: string) => sendOverRest(fleet, path, verb === 'like' ? 'PUT' : 'DELETE')
  const graphql = (verb: string) => sendOverGraphql(fleet, `${verb}${type.name}`, id)
  const ways = [
    [rest, () => readOverGraphql(fleet, type, id)],
    [graphql, () => readOverRest(fleet, path)],
  ] as const
  const told: unknown[] = []
  for (const [send, read] of ways)
    told.push([await send('like'), await send('like'), await read(), await send('unlike'), await read()])
  fleet.compare('the interfaces', { likes: path }, told[0], told[1])
  return (await rest('like')) === 'done'
}
