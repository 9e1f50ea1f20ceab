import type { RecordType } from '@content-service/domain'
import { nameWhere } from '@content-service/domain/internal/model'
import type { Fleet } from '../service/fleet.ts'
import type { FleetAnswer } from '../service/send.ts'
import type { Where } from './filters.ts'
import { listIds, MOST_LISTED, type GraphqlLists } from './listed.ts'

/** The ids of a REST list; a refusal by its code. GraphQL calls wrong parameters input of a user. */
const readRest = ({ status, body }: FleetAnswer): unknown => {
  if (status < 400) return listIds(body)
  const { code } = body
  return code === 'BAD_REQUEST' ? 'BAD_USER_INPUT' : code
}

/** The parameter of one operator, `integer2[lt]=5`; other filters are the JSON of `where`. */
const toParameters = (where: Where): Readonly<Record<string, string>> => {
  const [[name, operators] = ['', null], ...others] = Object.entries(where)
  const [[operator, value] = ['', null], ...more] = Object.entries(operators ?? {})
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
  if (others.length > 0 || more.length > 0 || !isPlain || ['and', 'or', 'not'].includes(name))
    return { where: JSON.stringify(where) }
  return { [`${name}[${operator}]`]: String(value) }
}

/** Asks for a list with each filter over both interfaces: over GraphQL in one document. */
export const driveFilters = async (
  fleet: Fleet,
  type: RecordType,
  filters: readonly Where[],
): Promise<void> => {
  const places = filters.map((_, place) => place)
  const declared = places.map((place) => `$w${place}: ${nameWhere(type.name)}`).join(', ')
  const lists = places.map(
    (place) => `a${place}: ${type.names.list}(limit: ${MOST_LISTED}, where: $w${place}) { id }`,
  )
  const query = `query (${declared}) { ${lists.join(' ')} }`
  const variables = Object.fromEntries(filters.map((where, place) => [`w${place}`, where]))
  const { body } = await fleet.ask({ method: 'POST', path: '/graphql', body: { query, variables } })
  const { data, errors } = body as GraphqlLists
  for (const [place, where] of filters.entries()) {
    const answer = await fleet.ask({
      method: 'GET',
      path: `/api/${type.names.path}`,
      query: { limit: String(MOST_LISTED), fields: 'id', ...toParameters(where) },
    })
    const graphql = data ? listIds(data[`a${place}`]) : (errors?.[0]?.extensions.code ?? body)
    fleet.compare('the interfaces', { list: type.name, where }, readRest(answer), graphql)
  }
}
